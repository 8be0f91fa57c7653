/**
 * Adds the demo's uploads that made no case: a ninth of its recordings arrived only at the second attempt, or were sent
 * twice.
 */
import type { uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import type { CasePlan } from './case-plans.ts';

type UploadRow = typeof uploads.$inferInsert;
type Failure = Pick<UploadRow, 'state' | 'code' | 'entry' | 'parameters'> & {
  /** Share of the zip that arrived. */
  readonly share: number;
  /** Minutes after the upload that made the case. */
  readonly after: number;
};

const minuteMs = 60_000;
const readingMs = 9_000;
const everyNth = 9;

const duplicate: Failure = { state: 'refused', code: 'case/hn-id-taken', share: 1, after: 31 };
const cancelled: Failure = { state: 'cancelled', share: 0.41, after: -14 };
const failures: readonly Failure[] = [
  duplicate,
  {
    state: 'refused',
    code: 'upload/summary-number',
    entry: 'SummaryData.csv',
    parameters: { row: 41, column: 'hr_mean' },
    share: 1,
    after: -25,
  },
  cancelled,
  { state: 'refused', code: 'upload/entry-missing', entry: 'TraceData.dat', share: 1, after: -8 },
  { state: 'cancelled', code: 'upload/gone', share: 0.87, after: -26 * 60 },
];

/** Returns the failed upload that belongs to this plan's case, or null. */
export function failedTwin(plan: CasePlan, made: UploadRow, now: Date): UploadRow | null {
  const failure = plan.seed % everyNth === 0 ? failures[(plan.seed / everyNth) % failures.length] : undefined;
  if (failure === undefined) return null;
  const { share, after, ...end } = failure;
  const created_at = new Date(plan.uploaded.getTime() + after * minuteMs);
  if (created_at > now) return null;
  const finished_at = new Date(created_at.getTime() + readingMs);
  const { patient_last_name, patient_first_name } = plan.patient;
  return {
    ...made,
    ...end,
    upload_id: `${made.upload_id}-failed`,
    case_id: null,
    metadata: { patient: { patient_last_name, patient_first_name } },
    received_bytes: Math.round(share * made.size_bytes),
    created_at,
    updated_at: finished_at,
    finished_at,
  };
}
