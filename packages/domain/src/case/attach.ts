/** Decides what an upload does if its HN ID is already known. Source: decisions, section 3. */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import { type CaseStatus, firstStatus } from './status.ts';

export interface ExistingCase {
  readonly hospital_id: number;
  readonly status: CaseStatus;
  readonly closed: boolean;
  readonly has_recording: boolean;
}

/**
 * Returns `create` for a new case or `attach` for the case that waits for its recording. Any other known id is already
 * taken.
 */
export function attachUpload(
  existing: ExistingCase | null,
  hospital_id: number,
): Result<'create' | 'attach'> {
  if (existing === null) return accept('create');
  const waits =
    existing.hospital_id === hospital_id &&
    existing.status === firstStatus &&
    !existing.closed &&
    !existing.has_recording;
  return waits ? accept('attach') : refuse('case/hn-id-taken', { hn_id: 'refusal.case.hn-id-taken' });
}
