/**
 * Shows the findings of the recording: those of the reading, or of the automatic analysis while nobody has edited or
 * verified it, labelled preliminary until it is verified or released; or the reason why there is none. Before the analysis the device's own count is shown.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { Section } from '../../../ui/panel.tsx';
import { recordingQuery } from '../model/use-case.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { CriteriaLine } from './criteria-line.tsx';
import { DeviceDifferences } from './device-differences.tsx';
import { EngineLine } from './engine-line.tsx';
import { FigureList } from './figure-list.tsx';
import { FindingList } from './finding-list.tsx';
import { findingRows } from './finding-rows.ts';
import { useAnalysis } from './use-analysis.ts';
import { VersionsLine } from './versions-line.tsx';
import { whyKeys } from './why-keys.ts';

const Said = styled('p')(({ theme }) => ({
  margin: '0 0 6px',
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));
const Small = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.gray,
  '& a': { color: theme.vars.palette.primary.main },
}));

type FoundProps = {
  readonly detail: CaseDetail;
  readonly analysis: RecordingAnalysis;
  readonly beats: ReadBeats | undefined;
  readonly manifest: RecordingManifest;
};

function Found({ detail, analysis, beats, manifest }: FoundProps) {
  const { t } = useTranslation('analysis');
  const { summary, differences, state } = analysis;
  const rows = useMemo(() => findingRows(analysis, beats, manifest), [analysis, beats, manifest]);
  if (summary === null) return null;
  return (
    <>
      {state === 'processing' ? <Said role="status">{t('processing-again')}</Said> : null}
      {rows.length === 0 ? (
        <Said>{t('nothing')}</Said>
      ) : (
        <FindingList rows={rows} beats={beats} analysis={summary} />
      )}
      <FigureList summary={summary} beats={beats} />
      <DeviceDifferences differences={differences} />
      <CriteriaLine detail={detail} analysis={analysis} summary={summary} />
      <VersionsLine detail={detail} analysis={analysis} />
      <EngineLine detail={detail} analysis={analysis} />
      <Small>
        {summary.beats.s > 0 ? `${t('s-unreliable')} ` : null}
        <Link to="/accuracy">{t('accuracy')}</Link>
      </Small>
    </>
  );
}

/** Shows a placeholder until it is known whether there is an analysis, so that nothing is shown and then removed. */
function Coming({ isRead }: { readonly isRead: boolean }) {
  const { t } = useTranslation('analysis');
  return (
    <Section title={isRead ? t('title-read') : t('title')}>
      <Loading>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={18} sx={{ margin: '4px 0' }} />
        ))}
      </Loading>
    </Section>
  );
}

export function CaseFindings({ detail, children }: { detail: CaseDetail; children: ReactNode }) {
  const { t } = useTranslation('analysis');
  const { analysis, beats, beatsMissing, isRead, waits } = useAnalysis(detail);
  const { data: manifest } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isVerified = detail.verified || detail.confirmed_date !== null;
  const note = detail.verified ? t('verified') : isVerified ? undefined : t('preliminary');
  if (analysis === undefined && waits) return <Coming isRead={isVerified} />;
  if (analysis === undefined || manifest === undefined || analysis.state === 'none') return children;
  if (analysis.summary !== null) {
    return (
      <Section title={isRead || isVerified ? t('title-read') : t('title')} note={note}>
        {beatsMissing ? <Said role="status">{t('beats-missing')}</Said> : null}
        <Found detail={detail} analysis={analysis} beats={beats} manifest={manifest} />
      </Section>
    );
  }
  const why = analysis.code === null ? t('processing') : t(whyKeys[analysis.code]);
  return (
    <>
      <Section title={t('title')}>
        <Said role="status">{why}</Said>
      </Section>
      {children}
    </>
  );
}
