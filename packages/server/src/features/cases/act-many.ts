/**
 * Performs one action on several cases. Each case is checked and changed separately, so a case that somebody else took
 * does not stop the others.
 */
import type { ActionInput } from '@rhythmdesk/contract/case-actions';
import type { CaseResult } from '@rhythmdesk/contract/case-routes';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { holdDealings } from '../../records/cases/deal-case.ts';
import { performAction, type ActionContext } from './perform-action.ts';

type Many = {
  readonly action: CaseAction;
  readonly cases: readonly { readonly case_id: number; readonly version: number }[];
  /** Other inputs of the action, the same for all cases. */
  readonly needs: Pick<ActionInput, 'technician_id'>;
};

/** Acts in a savepoint that is rolled back if the action is refused; returns the refusal code. */
async function refusalOf(
  tx: Tx,
  action: CaseAction,
  body: ActionInput,
  context: ActionContext,
): Promise<Refusal | null> {
  try {
    await tx.transaction((part) => performAction(part, action, body, context));
    return null;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return refusal;
  }
}

export const requestIfAllowed = async (
  tx: Tx,
  body: ActionInput,
  context: ActionContext,
): Promise<RefusalCode | null> => (await refusalOf(tx, 'request', body, context))?.code ?? null;

/**
 * Processes the cases in the order of their ids, so that two bulk calls never deadlock; the results keep the order of
 * the request.
 */
export async function actOnMany(
  tx: Tx,
  { action, cases, needs }: Many,
  context: ActionContext,
  language: Language,
): Promise<{ results: CaseResult[] }> {
  if (action === 'request')
    await holdDealings(
      tx,
      cases.map(({ case_id }) => case_id),
      context.now,
    );
  const done = new Map<number, CaseResult>();
  for (const one of [...cases].sort((a, b) => a.case_id - b.case_id)) {
    const refusal = await refusalOf(tx, action, { ...one, ...needs }, context);
    const code = refusal?.code ?? null;
    const detail = refusal === null ? null : refusalText(refusal.code, language, refusal.detail.figures);
    done.set(one.case_id, { case_id: one.case_id, ok: code === null, code, detail });
  }
  return { results: cases.flatMap(({ case_id }) => done.get(case_id) ?? []) };
}
