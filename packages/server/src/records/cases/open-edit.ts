/**
 * Opens a case for a change that leaves its status as it is, and saves the change as one version. Every feature that
 * edits a case or its reading begins here.
 */
import { judgeEdit, type CaseEdit } from '@rhythmdesk/domain/case/edits';
import type { Tx } from '../../platform/db/database.ts';
import type { Acting, Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockCaseRecord, type CaseRecord } from './case-record.ts';
import { changeOfEffects } from './edit-effects.ts';
import { authorOf, saveCase, type CaseChange, type Saving } from './save-case.ts';

export type EditContext = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

/** The user who saves, the request and the time. */
type SavedBy = Pick<EditContext, 'request_id' | 'now'> & { readonly caller: Acting };

export function savedBy({ caller, request_id, now }: SavedBy) {
  return { author: authorOf(caller), request_id, now };
}

/**
 * Locks and returns the case if the caller may make this kind of change to this version, with the changes that follow
 * from it.
 */
export async function openEdit(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  edit: CaseEdit,
  { caller, now }: EditContext,
): Promise<{ record: CaseRecord; also: CaseChange }> {
  const record = await lockCaseRecord(tx, key.case_id);
  if (record === null) throw new Refusal('object/not-found');
  const judged = judgeEdit(record.facts, edit, caller.actor, key.version);
  if (!judged.ok) throw new Refusal(judged.code);
  return { record, also: changeOfEffects(judged.effects, now) };
}

export async function saveEdit(
  tx: Tx,
  record: CaseRecord,
  change: CaseChange,
  what: Pick<Saving, 'action' | 'description' | 'notify'>,
  context: EditContext,
) {
  const version = await saveCase(tx, record, change, { ...what, ...savedBy(context) });
  return { case_id: record.row.case_id, version };
}

/** Refuses unless the caller may change the reading of this version now. */
export async function mayChangeReading(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  context: EditContext,
): Promise<void> {
  await openEdit(tx, key, 'reading', context);
}

/** Saves a change of the reading that was computed elsewhere. */
export async function changeReading(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  change: CaseChange,
  description: string,
  context: EditContext,
) {
  const { record, also } = await openEdit(tx, key, 'reading', context);
  const what = { action: 'edit-reading', description };
  return saveEdit(tx, record, { ...change, ...also }, what, context);
}
