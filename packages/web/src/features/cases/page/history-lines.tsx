/** Lists the history entries within one period: what happened, who did it and when, and the comment. */
import { styled } from '@mui/material/styles';
import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import { isCriteriaKey } from '@rhythmdesk/ecg/criteria/criteria';
import { isCaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useOpenPointWords } from '../model/open-point-words.ts';

const Lines = styled('ul')({ margin: '2px 0 6px', padding: '0 0 0 25px', listStyle: 'none' });
const Line = styled('li')(({ theme }) => ({
  padding: '3px 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& header': { display: 'flex', flexWrap: 'wrap', gap: '0 6px' },
  '& time': { marginLeft: 'auto' },
  '& strong': { fontWeight: 500, color: theme.vars.palette.text.primary },
  '& p': {
    margin: '1px 0 0',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    color: theme.vars.palette.text.primary,
  },
}));

/** Entries of the history besides the actions of the lifecycle. */
const otherEntries = [
  'create',
  'upload',
  'attach-recording',
  'change-center',
  'edit-patient',
  'edit-reading',
  'add-report',
  'add-file',
  'adopt-report',
  'user-left',
  'critical-found',
  'critical-notified',
  'critical-confirm',
  'critical-refute',
  'critical-call',
  'critical-acknowledge',
  'critical-withdrawn',
] as const;
const editedFields = [
  'patient_id',
  'patient_first_name',
  'patient_last_name',
  'birth_date',
  'gender',
  'phone_number',
  'priority',
  'attachment_date',
  'detachment_date',
  'product_name',
  'comment',
  'severity',
  'technician_comment',
] as const;

function useEntryWords(): (row: HistoryRow) => { what: string; said: string } {
  const { t } = useTranslation('case-page');
  const { t: analysis } = useTranslation('analysis');
  /** `pause_s 2 → 2.5`: the stored form of a changed criterion. */
  const criterionOf = (part: string): string[] => {
    const [key = '', from = '', arrow, to = ''] = part.split(' ');
    if (!isCriteriaKey(key) || arrow !== '→') return [];
    return [t('changed.criterion', { name: analysis(`criterion.${key}`), from, to })];
  };
  /** An edit's description lists field names; they are shown in the user's language. */
  const fieldsOf = (description: string): string =>
    description
      .split(', ')
      .flatMap((name) => {
        const field = editedFields.find((one) => one === name);
        return field === undefined ? criterionOf(name) : [t(`changed.${field}`)];
      })
      .join(t('changed.between'));
  return ({ action, description }) => {
    if (isCaseAction(action)) return { what: t(`happened.${action}`), said: description };
    if (action === 'edit-reading' && description.split(', ').some((part) => criterionOf(part).length > 0)) {
      return { what: t('happened.reanalyse'), said: fieldsOf(description) };
    }
    const known = otherEntries.find((entry) => entry === action);
    const what = known === undefined ? t('happened.other') : t(`happened.${known}`);
    const isEdit = action === 'edit-patient' || action === 'edit-reading';
    return { what, said: isEdit ? fieldsOf(description) : description };
  };
}

export type HistoryLinesProps = { id: string; rows: readonly HistoryRow[] };

export function HistoryLines({ id, rows }: HistoryLinesProps) {
  const format = useFormat();
  const nowMs = useNow();
  const wordsOf = useEntryWords();
  const openWordsOf = useOpenPointWords();
  const { t } = useTranslation('actions');
  const { t: between } = useTranslation('case-page');
  return (
    <Lines id={id}>
      {rows.map((row) => {
        const { what, said } = wordsOf(row);
        const { open_points } = row;
        return (
          <Line key={row.history_id}>
            <header title={row.institution ?? undefined}>
              <strong>{what}</strong>
              <span>{row.user?.name}</span>
              <time dateTime={row.requested_date}>{format.moment(row.requested_date, nowMs)}</time>
            </header>
            {said === '' ? null : <p lang={nameLanguage(said)}>{said}</p>}
            {open_points.length === 0 ? null : (
              <small>
                {t('open.title')}: {open_points.map(openWordsOf).join(between('changed.between'))}
              </small>
            )}
          </Line>
        );
      })}
    </Lines>
  );
}
