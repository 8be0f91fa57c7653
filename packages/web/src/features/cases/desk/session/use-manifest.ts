/** Loads the manifest of the case's recording, if there is one. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { recordingQuery } from '../../model/use-case.ts';

export function useManifest({ case_id, recording }: CaseDetail): RecordingManifest | undefined {
  const { data } = useQuery({
    ...recordingQuery(case_id),
    enabled: recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
