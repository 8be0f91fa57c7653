/**
 * Shows the figures that the report is based on: the current value, and the value of the analysis if the reading
 * changed it.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../ui/panel.tsx';
import { useFigures } from '../../analysis/figure-list.tsx';
import { analysisQuery } from '../../analysis/use-analysis.ts';
import { useReadingPart } from '../../reading/reading-context.tsx';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto auto',
  gap: '0 10px',
  margin: 0,
  '& > div': { display: 'contents' },
  '& dt': { padding: '3px 0', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, padding: '3px 0', textAlign: 'right', fontWeight: 600 },
  '& dd + dd': { fontWeight: 400, color: theme.vars.palette.gray },
  '& .changed': { color: theme.vars.palette.primary.main },
}));

const shownKeys: ReadonlySet<string> = new Set([
  ...(['beats', 'af_burden', 've_share', 'sve_share', 'hr_min', 'hr_mean', 'hr_max', 'longest_rr'] as const),
]);

export function FigureChanges({ detail }: { detail: Pick<CaseDetail, 'case_id' | 'recording'> }) {
  const { t } = useTranslation('analysis');
  const { t: ofDesk } = useTranslation('desk');
  const figuresOf = useFigures();
  const read = useReadingPart((reading) => reading?.shown?.summary);
  const { data } = useQuery({
    ...analysisQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const before = data?.summary ?? null;
  if (before === null) return null;
  const was = new Map(figuresOf(before).map(({ key, value }) => [key, value]));
  const now = figuresOf(read ?? before).filter(({ key }) => shownKeys.has(key));
  return (
    <Section title={t('figures')} note={ofDesk('before')}>
      <List>
        {now.map(({ key, value }) => {
          const old = was.get(key);
          const isChanged = old !== value;
          return (
            <div key={key}>
              <dt>{t(`figure.${key}`)}</dt>
              <dd className={isChanged ? 'changed' : undefined}>{value}</dd>
              <dd>{isChanged ? (old ?? '–') : ''}</dd>
            </div>
          );
        })}
      </List>
    </Section>
  );
}
