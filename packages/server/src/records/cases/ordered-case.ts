/** Creates and changes the case of an order that another system sends, by whichever protocol. */
import { randomInt } from 'node:crypto';
import { judgeEdit } from '@rhythmdesk/domain/case/edits';
import { priorities } from '@rhythmdesk/domain/case/status';
import type { Tx } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from './case-record.ts';
import { dueWith } from './edit-effects.ts';
import { proveDates } from './new-case-checks.ts';
import { savedBy } from './open-edit.ts';
import { saveCase, type CaseChange } from './save-case.ts';

/** Without letters and digits that look alike, because users type it. */
const hnLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const newHnId = (): string =>
  `HN${Array.from({ length: 8 }, () => hnLetters[randomInt(hnLetters.length)]).join('')}`;

/** Returns the fields of an order whose stored value differs; with `empty`, only those that have none. */
export function differingFields({ row }: CaseRecord, fields: CaseChange, empty: boolean): CaseChange {
  const entries = Object.entries(fields).filter(([name, value]) => {
    const present: unknown = Reflect.get(row, name);
    return present !== value && (!empty || present === null || present === '');
  });
  return Object.fromEntries(entries);
}

type SavedOrder = { readonly caller: Asking; readonly request_id: string; readonly now: Date };

/** Saves the fields of an order if its sender may still change the patient; saves no version without fields. */
export async function saveOrder(
  tx: Tx,
  record: CaseRecord,
  change: CaseChange,
  description: string,
  { caller, request_id, now }: SavedOrder,
): Promise<void> {
  const names = Object.keys(change);
  if (names.length === 0) return;
  const judged = judgeEdit(record.facts, 'patient', caller.actor, null);
  if (!judged.ok) throw new Refusal(judged.code);
  proveDates({ birth_date: change.birth_date ?? undefined }, record.hospital, now);
  const saving = { action: 'edit-patient', description: `${description}: ${names.join(', ')}` };
  const priority = priorities.find((word) => word === change.priority);
  const changed = { ...change, ...dueWith(record, priority) };
  await saveCase(tx, record, changed, { ...saving, ...savedBy({ caller, request_id, now }) });
}
