/**
 * Shows what would change under the typed criteria: counts by kind now and then, side by side, before anything is
 * saved.
 */
import { styled } from '@mui/material/styles';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { type CountRow, CountTable, isChanged } from './count-table.tsx';
import type { CriteriaPreview } from './use-criteria-preview.ts';
import type { PreviewCounts } from './preview-message.ts';
import { useCountRows } from './use-count-rows.ts';

const Note = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.gray,
}));

type Shown = Pick<RecordingAnalysis, 'findings'> & Pick<PreviewCounts, 'af_burden' | 'hr_min' | 'hr_max'>;

function useRows(): (now: Shown, then: PreviewCounts) => CountRow[] {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const countRows = useCountRows();
  const bpm = (value: number | null) => (value === null ? '–' : t('bpm', { value: format.number(value) }));
  return (now, then) => {
    const row = (key: 'af_burden' | 'hr_min' | 'hr_max', values: readonly string[]): CountRow => ({
      key,
      name: t(`figure.${key}`),
      values,
    });
    return [
      ...countRows([now.findings, then.found]),
      row('af_burden', [format.percent(now.af_burden), format.percent(then.af_burden)]),
      row('hr_min', [bpm(now.hr_min), bpm(then.hr_min)]),
      row('hr_max', [bpm(now.hr_max), bpm(then.hr_max)]),
    ];
  };
}

export function CriteriaChange({ now, preview }: { now: Shown; preview: CriteriaPreview }) {
  const { t } = useTranslation('analysis');
  const rowsOf = useRows();
  if (preview.kind === 'failed') return <Note role="status">{t('preview.failed')}</Note>;
  const unchanged: PreviewCounts = { found: now.findings, ...now };
  const rows = rowsOf(now, preview.counts ?? unchanged);
  const changed = rows.filter(isChanged).length;
  return (
    <>
      <CountTable
        caption={t('preview.title')}
        heads={[t('preview.now'), t('preview.then')]}
        rows={rows}
        busy={preview.kind === 'counting'}
      />
      <Note role="status">
        {changed === 0 ? t('preview.same') : t('preview.changed', { count: changed })}
      </Note>
    </>
  );
}
