/** The analysis of a case's recording, read again whenever the live stream says that the case has changed. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import type { ReadBeats } from './beats-message.ts';
import { beatsQuery } from './load-beats.ts';

export const analysisQuery = (case_id: number) => callQuery('analysis', { case_id });

export type OpenAnalysis = {
  readonly analysis: RecordingAnalysis | undefined;
  readonly beats: ReadBeats | undefined;
  /** The figures are there and the beats could not be had. */
  readonly beatsMissing: boolean;
};

export function useAnalysis({ case_id, recording }: Pick<CaseDetail, 'case_id' | 'recording'>): OpenAnalysis {
  const cache = useQueryClient();
  const ready = recording === 'ready';
  const { data: analysis } = useQuery({
    ...analysisQuery(case_id),
    enabled: ready,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { faults: 'mine' },
  });
  useLiveEvent((event) => {
    if (event.type !== 'case' || event.case_id !== case_id) return;
    void cache.invalidateQueries({ queryKey: analysisQuery(case_id).queryKey });
  });
  const version = analysis?.analysis_version ?? null;
  const query = beatsQuery(case_id, version ?? 0);
  const { data: beats, error } = useQuery({
    ...query,
    queryFn: ready && version !== null ? (query.queryFn ?? skipToken) : skipToken,
  });
  return { analysis, beats: version === null ? undefined : beats, beatsMissing: error !== null };
}
