/**
 * Provides the analysis of a case's recording with the users' edits, refetched whenever the live stream reports a change
 * of the case. Until the reading is known it provides nothing, so that no rejected finding is shown for a moment.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { AnalysisFault, RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { useMemo } from 'react';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { useReadingOpens, useReadingPart } from '../reading/reading-context.tsx';
import { beatsQuery } from './load-beats.ts';

export const analysisQuery = (case_id: number) => callQuery('analysis', { case_id });

const nothingRead: readonly (AnalysisFault | null)[] = ['analysis/unreadable', 'analysis/no-beats'];

/**
 * Returns the share of the recording that can be analysed in the lead in use; before the analysis, the share that the
 * upload found.
 */
export function useAnalysableShare(detail: CaseDetail): number | null {
  const { data } = useQuery({
    ...analysisQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.state === 'failed' && nothingRead.includes(data.code)) return 0;
  const summary = data?.summary ?? null;
  if (summary === null || summary.duration_s <= 0) return detail.analysable_share;
  return summary.analysed_s / summary.duration_s;
}

export type OpenAnalysis = {
  readonly analysis: RecordingAnalysis | undefined;
  readonly beats: ReadBeats | undefined;
  /** The figures are there, but the beats could not be fetched. */
  readonly beatsMissing: boolean;
  /** The figures contain the edits of a reading. */
  readonly isRead: boolean;
  /** Whether there is an analysis is not known yet, or its beats or its reading are being fetched. */
  readonly waits: boolean;
};

/** Returns the analysis with the users' edits, once there is an edit. */
function useRead(
  analysis: RecordingAnalysis | undefined,
): Pick<OpenAnalysis, 'analysis' | 'beats' | 'isRead'> {
  const shown = useReadingPart((reading) =>
    reading !== null && reading.log.length > 0 ? reading.shown : null,
  );
  return useMemo(() => {
    if (analysis === undefined || analysis.summary === null || shown === null)
      return { analysis, beats: undefined, isRead: false };
    const { summary, beats } = shown;
    return { analysis: { ...analysis, summary, findings: countFindings(summary) }, beats, isRead: true };
  }, [analysis, shown]);
}

export function useAnalysis({ case_id, recording }: Pick<CaseDetail, 'case_id' | 'recording'>): OpenAnalysis {
  const cache = useQueryClient();
  const ready = recording === 'ready';
  const { data: analysis, isPending } = useQuery({
    ...analysisQuery(case_id),
    enabled: ready,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLiveEvent((event) => {
    if (event.type !== 'case' || event.case_id !== case_id) return;
    void cache.invalidateQueries({ queryKey: analysisQuery(case_id).queryKey });
  });
  const version = analysis?.analysis_version ?? null;
  const query = beatsQuery(case_id, version ?? 0);
  const {
    data: beats,
    error,
    isPending: beatsPending,
  } = useQuery({
    ...query,
    queryFn: ready && version !== null ? (query.queryFn ?? skipToken) : skipToken,
    // Other criteria use the same beats: the strip keeps its labels while the new version is fetched.
    placeholderData: (before, query) => (query?.queryKey[1].case_id === case_id ? before : undefined),
  });
  const read = useRead(analysis);
  const opens = useReadingOpens() && analysis !== undefined && analysis.summary !== null;
  return {
    analysis: opens ? undefined : read.analysis,
    beats: version === null || opens ? undefined : (read.beats ?? beats),
    beatsMissing: error !== null,
    isRead: read.isRead,
    waits: ready && (isPending || opens || (version !== null && beatsPending)),
  };
}
