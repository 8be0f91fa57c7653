/**
 * Shows the phrases of the center, those that the reading suggests first and those that the conclusion contains last.
 * Typing finds, the arrow keys choose and Enter inserts; the focus stays in the field, so that one Enter after the other
 * inserts what is suggested. Phrases that the reading contradicts are listed apart and cannot be inserted.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import type { FilledPhrase } from '@rhythmdesk/contract/report-phrases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../../platform/texts/languages.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { isPress, rowStepOf } from '../../../../ui/keys/widget-keys.ts';

const List = styled('ul')({ margin: '8px -8px 0', padding: 0, listStyle: 'none' });
const Row = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: '6px 8px',
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  fontSize: textSize.body,
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current=true]': { backgroundColor: theme.vars.palette.surface.s3 },
  '& small': { display: 'block', fontSize: textSize.micro, color: theme.vars.palette.text.secondary },
}));
const Apart = styled('details')(({ theme }) => ({
  marginTop: 8,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& summary': { cursor: 'pointer', padding: '4px 0' },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': { padding: '4px 0', overflowWrap: 'anywhere' },
  '& small': { display: 'block', fontSize: textSize.micro },
}));
const Hint = styled('p')(({ theme }) => ({
  margin: '4px 0 0',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

/** A phrase is found if it contains every typed word. */
function found(phrases: readonly FilledPhrase[], typed: string): FilledPhrase[] {
  const words = typed.toLocaleLowerCase().split(/\s+/);
  return phrases.filter(({ text }) => {
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

type FinderProps = {
  readonly phrases: readonly FilledPhrase[];
  readonly language: Language;
  readonly input: Ref<HTMLInputElement>;
  readonly keyName: string;
  /** The conclusion. */
  readonly text: string;
  readonly onInsert: (phrase: FilledPhrase) => void;
};

/** Returns the suggested phrases that the conclusion does not contain yet. */
export const stillSuggested = (phrases: readonly FilledPhrase[], text: string): FilledPhrase[] =>
  phrases.filter((phrase) => phrase.fit === 'suggested' && !text.includes(phrase.text));

/** Returns the typed text, the phrase that Enter inserts, and the key handlers. */
function useFinding({ phrases, text, onInsert }: Pick<FinderProps, 'phrases' | 'text' | 'onInsert'>) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const matching = found(phrases, typed);
  const isIn = (phrase: FilledPhrase): boolean => text.includes(phrase.text);
  const shown = matching
    .filter(({ fit }) => fit !== 'contradicts')
    .toSorted((a, b) => Number(isIn(a)) - Number(isIn(b)));
  const contradicted = matching.filter(({ fit }) => fit === 'contradicts');
  const chosen = Math.min(at, shown.length - 1);
  const type = (next: string): void => {
    setTyped(next);
    setAt(0);
  };
  const insert = (phrase: FilledPhrase | undefined): void => {
    if (phrase === undefined) return;
    onInsert(phrase);
    type('');
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = rowStepOf(event);
    if (by === null && !isPress(event, '⏎')) return;
    event.preventDefault();
    if (by === null) insert(shown[chosen]);
    else setAt(Math.max(0, Math.min(shown.length - 1, chosen + by)));
  };
  return { typed, type, shown, contradicted, chosen, isIn, insert, pressed };
}

type ContradictedProps = {
  readonly phrases: readonly FilledPhrase[];
  readonly isOpen: boolean;
  readonly tag: string;
};

function Contradicted({ phrases, isOpen, tag }: ContradictedProps) {
  const { t } = useTranslation('phrases');
  if (phrases.length === 0) return null;
  return (
    <Apart open={isOpen}>
      <summary>
        {t('contradicts')} ({phrases.length})
      </summary>
      <ul>
        {phrases.map(({ text, occasion }) => (
          <li key={text}>
            <small>{t('contradicts.only', { condition: t(`occasion.${occasion}`) })}</small>
            <span lang={tag}>{text}</span>
          </li>
        ))}
      </ul>
    </Apart>
  );
}

export function PhraseFinder({ phrases, language, input, keyName, text, onInsert }: FinderProps) {
  const { t } = useTranslation('phrases');
  const id = useId();
  const finding = useFinding({ phrases, text, onInsert });
  const { typed, type, shown, contradicted, chosen, isIn, insert, pressed } = finding;
  const tag = languageNames[language].tag;
  return (
    <>
      <OutlinedInput
        fullWidth
        size="small"
        value={typed}
        placeholder={t('find')}
        inputRef={input}
        inputProps={{ 'aria-label': t('find'), 'aria-describedby': `${id}-${String(chosen)}`, lang: tag }}
        endAdornment={<KeyCap name={keyName} command="phrase" quiet />}
        onChange={({ target }) => type(target.value)}
        onKeyDown={pressed}
        sx={{ fontSize: textSize.body }}
      />
      <Hint role="status">{shown.length === 0 ? t('none') : t('find-hint')}</Hint>
      <List lang={tag}>
        {shown.map((phrase, index) => (
          <li key={phrase.text}>
            <Row
              type="button"
              id={`${id}-${String(index)}`}
              aria-current={index === chosen}
              tabIndex={-1}
              onClick={() => insert(phrase)}
            >
              {isIn(phrase) ? <small>{t('inserted')}</small> : null}
              {phrase.fit === 'suggested' && !isIn(phrase) ? <small>{t('suggested')}</small> : null}
              {phrase.text}
            </Row>
          </li>
        ))}
      </List>
      <Contradicted phrases={contradicted} isOpen={typed !== ''} tag={tag} />
    </>
  );
}
