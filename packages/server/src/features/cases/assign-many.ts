/** Bulk assignment: each case is judged and changed by itself, so one that somebody else took stops no other. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Language } from '../../platform/texts/language.ts';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { performAction, type ActionContext } from './perform-action.ts';

export type AssignResult = {
  readonly case_id: number;
  readonly ok: boolean;
  readonly code: string | null;
  readonly detail: string | null;
};

async function assignOne(
  tx: Tx,
  body: { readonly case_id: number; readonly version: number; readonly technician_id: number },
  context: ActionContext,
  language: Language,
): Promise<AssignResult> {
  const { case_id } = body;
  try {
    await tx.transaction((part) => performAction(part, 'assign', body, context));
    return { case_id, ok: true, code: null, detail: null };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { case_id, ok: false, code: refusal.code, detail: refusalText(refusal.code, language) };
  }
}

/** In the order of the ids, so that two bulk calls never wait for each other in a circle; answered as asked. */
export async function assignMany(
  tx: Tx,
  { technician_id, cases }: ParsedOf<typeof caseRoutes.assignMany>,
  context: ActionContext,
  language: Language,
): Promise<{ results: AssignResult[] }> {
  const done = new Map<number, AssignResult>();
  for (const one of [...cases].sort((a, b) => a.case_id - b.case_id)) {
    done.set(one.case_id, await assignOne(tx, { ...one, technician_id }, context, language));
  }
  return { results: cases.flatMap(({ case_id }) => done.get(case_id) ?? []) };
}
