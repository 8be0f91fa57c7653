/**
 * Saves the technician's comment while it is typed: 1.5 seconds after the last key, when the field loses the focus and
 * when the page is left.
 *
 * Invariants: typed text is never replaced by incoming text; while nothing is typed the field follows the case. If
 * another user changed it meanwhile, both texts are kept and the technician chooses.
 */
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { Section } from '../../../ui/panel.tsx';
import { TimedText } from '../analysis/timed-text.tsx';
import { type ConclusionField, useAutosave } from '../model/use-autosave.ts';

export const longestComment = 4000;

export function ReadingComment({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  if (detail.can_edit_reading) return <CommentField detail={detail} />;
  if (detail.technician_comment === '') return null;
  return (
    <Section title={t('reading')}>
      <div
        lang={nameLanguage(detail.technician_comment)}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        <TimedText detail={detail} text={detail.technician_comment} />
      </div>
    </Section>
  );
}

function CommentField({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  return (
    <Section title={t('reading')}>
      <CommentBox field={useAutosave(detail)} rows={{ least: 2, most: 10 }} />
    </Section>
  );
}

export type CommentBoxProps = {
  field: ConclusionField;
  rows: { readonly least: number; readonly most: number };
  /** The text area itself, for text that is inserted at the caret. */
  area?: Ref<HTMLTextAreaElement>;
};

export function CommentBox({ field, rows, area }: CommentBoxProps) {
  const { t } = useTranslation('case-page');
  return (
    <>
      <OutlinedInput
        fullWidth
        multiline
        minRows={rows.least}
        maxRows={rows.most}
        value={field.now.value.text}
        placeholder={t('reading.placeholder')}
        inputRef={area}
        inputProps={{
          'aria-label': t('reading'),
          maxLength: longestComment,
          lang: nameLanguage(field.now.value.text),
        }}
        onChange={(event) => field.type(event.target.value)}
        onBlur={field.flush}
        sx={{ fontSize: textSize.body }}
      />
      {field.now.theirs === undefined ? null : (
        <div style={{ marginTop: 8 }}>
          <NoticeBar tone="warning" title={t('stale.title')}>
            {t('stale.now', { value: field.now.theirs.text || t('stale.empty') })}
          </NoticeBar>
          <div style={{ display: 'flex', gap: 6, marginTop: 6, justifyContent: 'flex-end' }}>
            <Button size="small" onClick={() => field.choose('theirs')}>
              {t('stale.take-theirs')}
            </Button>
            <Button size="small" variant="contained" color="primary" onClick={() => field.choose('mine')}>
              {t('stale.keep-mine')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
