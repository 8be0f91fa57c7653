/** Shows one version of an analysis in full: criteria, findings and figures, beside those of the current version. */
import { styled } from '@mui/material/styles';
import type { AnalysisSummary, RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { criteriaKeys } from '@rhythmdesk/ecg/criteria/criteria';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { type CountRow, CountTable } from './count-table.tsx';
import { criterionUnits } from './criteria-fields.tsx';
import { useFigures } from './figure-list.tsx';
import { useCountRows } from './use-count-rows.ts';
import { whyKeys } from './why-keys.ts';

const Tables = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 20,
  '& table': { tableLayout: 'fixed' },
  '& thead th:first-of-type': { width: '48%' },
  '& thead th': { verticalAlign: 'bottom' },
  '& table thead th + th': { whiteSpace: 'normal' },
});
const Said = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

type Rows = { readonly criteria: CountRow[]; readonly findings: CountRow[]; readonly figures: CountRow[] };
type Summarised = RecordingAnalysis & {
  readonly summary: AnalysisSummary;
  readonly analysis_version: number;
};

const isSummarised = (analysis: RecordingAnalysis): analysis is Summarised =>
  analysis.summary !== null && analysis.analysis_version !== null;

function useRows(): (versions: readonly Summarised[]) => Rows {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const countRows = useCountRows();
  const figuresOf = useFigures();
  return (versions) => {
    const figures = versions.map(({ summary }) => figuresOf(summary));
    const keys = new Set(figures.flat().map(({ key }) => key));
    return {
      criteria: criteriaKeys.map((key) => ({
        key,
        name: t(`criterion.${key}`),
        values: versions.map(({ summary }) =>
          t('criterion.value', {
            value: format.number(summary.criteria[key], decimalsOf(summary.criteria[key])),
            unit: t(`unit.${criterionUnits[key]}`),
          }),
        ),
      })),
      findings: countRows(versions.map(({ findings }) => findings)),
      figures: [...keys].map((key) => ({
        key,
        name: t(`figure.${key}`),
        values: figures.map((list) => list.find((one) => one.key === key)?.value ?? '–'),
      })),
    };
  };
}

export type VersionTablesProps = {
  readonly shown: RecordingAnalysis;
  /** The version on the case page; the same object if that is the one shown. */
  readonly standing: RecordingAnalysis;
};

export function VersionTables({ shown, standing }: VersionTablesProps) {
  const { t } = useTranslation('analysis');
  const rowsOf = useRows();
  if (!isSummarised(shown)) return <Said>{t(whyKeys[shown.code ?? 'analysis/fault'])}</Said>;
  const isSame = shown.analysis_version === standing.analysis_version;
  const versions = [standing, shown].filter(isSummarised).slice(isSame ? 1 : 0);
  const heads = versions.map(({ analysis_version: version }) =>
    version === standing.analysis_version
      ? t('versions.standing', { version })
      : t('versions.number', { version }),
  );
  const { criteria, findings, figures } = rowsOf(versions);
  const { engine_version: version } = shown.summary;
  const by = shown.created_by;
  return (
    <Tables>
      <Said>
        {by === null ? t('made', { version }) : t('made-by', { version, name: by.name })}{' '}
        {t('versions.read-only')}
      </Said>
      <CountTable caption={t('criteria.title')} heads={heads} rows={criteria} />
      {findings.length === 0 ? (
        <Said>{t('nothing')}</Said>
      ) : (
        <CountTable caption={t('findings')} heads={heads} rows={findings} />
      )}
      <CountTable caption={t('figures')} heads={heads} rows={figures} />
    </Tables>
  );
}
