/**
 * Says whether the newest report lacks what the reader did: it was made from an older reading, conclusion or patient, or
 * came with the recording before its first edit. A report that the reader uploaded is the reader's own.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useReadingPart } from '../reading/reading-context.tsx';

type Reported = Pick<CaseDetail, 'report_versions' | 'report_behind'>;

export function useReportOld({ report_versions, report_behind }: Reported): boolean {
  const isEdited = useReadingPart((reading) => reading !== null && reading.log.length > 0);
  const current = report_versions.find((version) => version.current);
  return report_behind || (current?.source === 'device' && isEdited);
}
