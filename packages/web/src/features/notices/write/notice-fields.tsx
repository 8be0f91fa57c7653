/** Shows the fields of a notice: title and text in one language, category, audience, popup, and its period. */
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import Switch from '@mui/material/Switch';
import { noticeLimits } from '@rhythmdesk/contract/notices';
import { type NoticeAudience, noticeCategories } from '@rhythmdesk/domain/notice/windows';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../platform/texts/languages.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { textField } from './notice-draft.ts';
import { browserZone, type NoticeEditorModel } from './use-notice-editor.ts';

const Two = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '2fr 3fr' },
}));
const Times = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}));
const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '12px 14px 14px',
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s2,
  '& .note': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& .name': { fontWeight: 600 },
}));

function Words({ editor }: { editor: NoticeEditorModel }) {
  const { t } = useTranslation('notices');
  const { draft, change, language, faults } = editor;
  const text = draft.texts[language];
  const write = (part: Partial<typeof text>) =>
    change({ texts: { ...draft.texts, [language]: { ...text, ...part } } });
  const { tag } = languageNames[language];
  return (
    <>
      <TextField
        label={t('field.title')}
        value={text.title}
        required={language === 'en'}
        fault={faults[textField(language, 'title')]}
        hint={t('field.count', { count: text.title.length, max: noticeLimits.title })}
        inputProps={{ maxLength: noticeLimits.title, lang: tag, 'data-field': 'title' }}
        onChange={({ target }) => write({ title: target.value })}
      />
      <MarkdownField
        key={language}
        value={text.content}
        lang={tag}
        fault={faults[textField(language, 'content')]}
        maxLength={noticeLimits.content}
        onChange={(content) => write({ content })}
      />
    </>
  );
}

function Popup({ editor, people }: Pick<NoticeFieldsProps, 'editor' | 'people'>) {
  const { t } = useTranslation('notices');
  const { draft, change } = editor;
  return (
    <FormControlLabel
      control={<Switch checked={draft.popup} onChange={(_, popup) => change({ popup })} />}
      label={
        <>
          <div className="name">{t('popup.switch')}</div>
          <div className="note">{t('popup.note', { count: people ?? 0 })}</div>
        </>
      }
      sx={{ alignItems: 'flex-start', gap: '8px', margin: 0 }}
    />
  );
}

export type NoticeFieldsProps = {
  editor: NoticeEditorModel;
  audiences: readonly NoticeAudience[];
  /** Number of people that the notice reaches; undefined while they are counted. */
  people: number | undefined;
};

export function NoticeFields({ editor, audiences, people }: NoticeFieldsProps) {
  const { t } = useTranslation('notices');
  const { draft, change, faults } = editor;
  return (
    <>
      <Words editor={editor} />
      <Two>
        <ChoiceRow
          name={t('category')}
          options={noticeCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
          value={draft.category}
          onChoose={(category) => change({ category })}
        />
        <ChoiceRow
          name={t('audience')}
          options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
          value={draft.group_type}
          onChoose={(group_type) => change({ group_type })}
        />
      </Two>
      <Box>
        <Popup editor={editor} people={people} />
        <Times>
          <TextField
            label={t('field.from')}
            type="datetime-local"
            value={draft.from}
            fault={faults['from_time']}
            inputProps={{ max: '2199-12-31T23:59' }}
            onChange={({ target }) => change({ from: target.value })}
          />
          <TextField
            label={t('field.to')}
            type="datetime-local"
            value={draft.to}
            fault={faults['to_time']}
            hint={t('field.zone', { zone: browserZone() })}
            inputProps={{ max: '2199-12-31T23:59' }}
            onChange={({ target }) => change({ to: target.value })}
          />
        </Times>
      </Box>
    </>
  );
}
