/** Sends the case form: a new case with all fields, an edit with only the changed ones, each in one attempt. */
import { api } from '../../../platform/client/api.ts';
import type { AttemptKeys } from '../model/attempt-key.ts';
import { type CaseDraft, changesOf, creationOf } from './case-draft.ts';

/**
 * `null` for a new case; otherwise the case, the version that the edit is based on, and the initial values of the form.
 */
type EditedCase = { case_id: number; version: number; begun: CaseDraft } | null;

export async function sendCase(draft: CaseDraft, edited: EditedCase, keys: AttemptKeys): Promise<number> {
  if (edited === null) {
    const input = creationOf(draft);
    const { case_id } = await api.call('createCase', input, { idempotency_key: keys.keyFor(input) });
    keys.answered();
    return case_id;
  }
  const { case_id, version, begun } = edited;
  const changes = changesOf(draft, begun);
  if (Object.keys(changes).length > 0) await api.call('updateCase', { case_id, version, ...changes });
  return case_id;
}
