/** Counts the items of the queue that were not judged in the reading of the page; null while there is no reading. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { openItems } from '@rhythmdesk/ecg/reading/finding-queue';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sampleAt } from '../../../trace/time/time-scale.ts';
import { recordingQuery } from '../model/use-case.ts';
import { useReadingPart } from '../reading/reading-context.tsx';

export function useOpenItems({
  case_id,
  recording,
}: Pick<CaseDetail, 'case_id' | 'recording'>): number | null {
  const shown = useReadingPart((reading) => reading?.shown ?? null);
  const { data: manifest } = useQuery({
    ...recordingQuery(case_id),
    enabled: recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (shown === null || manifest === undefined) return null;
    const { findings, templates, extremes, accepted, summary } = shown;
    const events = new Set(manifest.events.map(({ time }) => sampleAt(manifest, Date.parse(time))));
    const limited = summary.limited_kinds;
    return openItems({ findings, templates, extremes, accepted, limited, events: [...events] });
  }, [shown, manifest]);
}
