/** Shows the editor of one phrase: when it is suggested, its text in one language, its place among the others. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { type PhraseOccasion, phraseOccasions } from '@rhythmdesk/domain/report/phrase-occasions';
import { longestPhrase, type PhraseFigure, phraseFigures } from '@rhythmdesk/domain/report/phrases';
import { ArrowDownIcon, ArrowUpIcon, BracketsCurlyIcon, TrashIcon } from '@phosphor-icons/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../platform/texts/languages.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { DraftPhrase } from './phrase-draft.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) 220px auto',
  alignItems: 'start',
  gap: 12,
  padding: '10px 0',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  '& .number': { paddingTop: 6, color: theme.vars.palette.text.secondary },
  '& .acts': { display: 'flex' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '28px minmax(0, 1fr)',
    '& .occasion, & .acts': { gridColumn: 2 },
  },
}));

export type PhraseRowProps = {
  readonly phrase: DraftPhrase;
  readonly number: number;
  readonly count: number;
  readonly language: Language;
  readonly onChange: (phrase: DraftPhrase) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDelete: () => void;
};

type FiguresProps = { readonly onInsert: (figure: PhraseFigure) => void };

function FiguresButton({ onInsert }: FiguresProps) {
  const { t } = useTranslation('phrases');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const insert = (figure: PhraseFigure): void => {
    setAnchor(null);
    onInsert(figure);
  };
  return (
    <>
      <IconButton
        name={t('figures')}
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <BracketsCurlyIcon size={16} aria-hidden="true" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {phraseFigures.map((figure) => (
          <MenuItem
            key={figure}
            aria-label={t('figure-in', { name: t(`figure.${figure}`) })}
            onClick={() => insert(figure)}
          >
            {t(`figure.${figure}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function Words({ phrase, number, language, onChange }: PhraseRowProps) {
  const { t } = useTranslation('phrases');
  const area = useRef<HTMLTextAreaElement>(null);
  const text = phrase.texts[language];
  const write = (next: string) => onChange({ ...phrase, texts: { ...phrase.texts, [language]: next } });
  const insert = (figure: PhraseFigure): void => {
    const at = area.current?.selectionEnd ?? text.length;
    write(`${text.slice(0, at)}{${figure}}${text.slice(at)}`);
  };
  return (
    <OutlinedInput
      fullWidth
      multiline
      minRows={1}
      size="small"
      value={text}
      inputRef={area}
      inputProps={{
        'aria-label': t('text', { number }),
        maxLength: longestPhrase,
        lang: languageNames[language].tag,
      }}
      endAdornment={<FiguresButton onInsert={insert} />}
      onChange={({ target }) => write(target.value)}
      sx={{ fontSize: textSize.body, paddingBlock: 0, '& textarea': { paddingBlock: '6px' } }}
    />
  );
}

const asOccasion = (value: string): PhraseOccasion => phraseOccasions.find((one) => one === value) ?? 'any';

export function PhraseRow(props: PhraseRowProps) {
  const { t } = useTranslation('phrases');
  const { phrase, number, count, onChange, onMove, onDelete } = props;
  return (
    <Row>
      <span className="number">{number}</span>
      <Words {...props} />
      <Select
        className="occasion"
        size="small"
        value={phrase.occasion}
        inputProps={{ 'aria-label': t('occasion') }}
        sx={{ fontSize: textSize.body }}
        onChange={({ target }) => onChange({ ...phrase, occasion: asOccasion(target.value) })}
      >
        {phraseOccasions.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`occasion.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <span className="acts">
        <IconButton
          name={t('up', { number })}
          size="small"
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUpIcon size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          name={t('down', { number })}
          size="small"
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <ArrowDownIcon size={16} aria-hidden="true" />
        </IconButton>
        <IconButton name={t('delete', { number })} size="small" onClick={onDelete}>
          <TrashIcon size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </Row>
  );
}
