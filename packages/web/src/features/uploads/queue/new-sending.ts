/** Creates a new upload: waiting, and unknown to the server. */
import type { KeptSending, Sender, Sending } from './sending.ts';

export type NewSending = Pick<
  KeptSending,
  'filename' | 'size_bytes' | 'fingerprint' | 'made_of' | 'hn_id' | 'patient_name' | 'hospital_id' | 'fields'
>;

/** State that is never stored: it starts with these values on every page load. */
export const fresh = { hold: null, file_kept: false, bytes_per_s: null } as const;

export function newSending(
  facts: NewSending,
  { id: user_id, scope_number }: Sender,
  identity: Pick<Sending, 'id' | 'added_ms'>,
): Sending {
  return {
    ...facts,
    ...fresh,
    ...identity,
    user_id,
    scope_number,
    phase: 'waiting',
    paused: false,
    upload_url: null,
    capability: null,
    sent_bytes: 0,
    fault: null,
    case_id: null,
    request_refused: null,
    ended_ms: null,
  };
}
