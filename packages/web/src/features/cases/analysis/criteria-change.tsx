/** What would change under the typed criteria: counts by kind now and then, side by side, before anything is saved. */
import { styled } from '@mui/material/styles';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { CriteriaPreview } from './use-criteria-preview.ts';
import type { PreviewCounts } from './preview-message.ts';
import { useFindingName } from './use-finding-name.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& caption': {
    textAlign: 'left',
    fontWeight: 600,
    fontSize: '.75rem',
    lineHeight: '16px',
    paddingBottom: 6,
  },
  '& th': { fontWeight: 400, textAlign: 'left', padding: '3px 0' },
  '& thead th': { fontSize: '.75rem', color: theme.vars.palette.gray },
  '& td, & thead th + th': { textAlign: 'right', padding: '3px 0 3px 12px', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& tbody td:nth-of-type(1)': { color: theme.vars.palette.text.secondary },
  '& tr[data-changed] th, & tr[data-changed] td:last-child': {
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
  },
}));
const Note = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: '.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.gray,
}));

type Row = { readonly key: string; readonly name: string; readonly now: string; readonly then: string };

/** Stretches without a readable signal follow from the signal alone. */
const untouched = new Set<string>(['noise', 'no_signal', 'sinus']);

type Shown = Pick<RecordingAnalysis, 'findings'> & Pick<PreviewCounts, 'af_burden' | 'hr_min' | 'hr_max'>;

function useRows(): (now: Shown, then: PreviewCounts) => Row[] {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const nameOf = useFindingName();
  const bpm = (value: number | null) => (value === null ? '–' : t('bpm', { value: format.number(value) }));
  const countOf = (list: PreviewCounts['found'], kind: string) =>
    format.number(list.find((one) => one.kind === kind)?.count ?? 0);
  return (now, then) => {
    const kinds = rhythmKeys.filter(
      (kind) =>
        !untouched.has(kind) &&
        (now.findings.some((one) => one.kind === kind) || then.found.some((one) => one.kind === kind)),
    );
    const percent = (value: number) => format.percent(value);
    return [
      ...kinds.map((kind) => ({
        key: kind,
        name: nameOf(kind),
        now: countOf(now.findings, kind),
        then: countOf(then.found, kind),
      })),
      {
        key: 'burden',
        name: t('figure.af_burden'),
        now: percent(now.af_burden),
        then: percent(then.af_burden),
      },
      { key: 'min', name: t('figure.hr_min'), now: bpm(now.hr_min), then: bpm(then.hr_min) },
      { key: 'max', name: t('figure.hr_max'), now: bpm(now.hr_max), then: bpm(then.hr_max) },
    ];
  };
}

export function CriteriaChange({ now, preview }: { now: Shown; preview: CriteriaPreview }) {
  const { t } = useTranslation('analysis');
  const rowsOf = useRows();
  if (preview.kind === 'failed') return <Note role="status">{t('preview.failed')}</Note>;
  const unchanged: PreviewCounts = { found: now.findings, ...now };
  const rows = rowsOf(now, preview.counts ?? unchanged);
  const changed = rows.filter((row) => row.now !== row.then).length;
  return (
    <>
      <Table aria-busy={preview.kind === 'counting'}>
        <caption>{t('preview.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('differs.figure')}</th>
            <th scope="col">{t('preview.now')}</th>
            <th scope="col">{t('preview.then')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-changed={row.now === row.then ? undefined : ''}>
              <th scope="row">{row.name}</th>
              <td>{row.now}</td>
              <td>{row.then}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Note role="status">
        {changed === 0 ? t('preview.same') : t('preview.changed', { count: changed })}
      </Note>
    </>
  );
}
