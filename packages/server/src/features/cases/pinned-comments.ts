/**
 * Comments that are pinned to a place of the recording, and who answered them.
 *
 * Laws: a place lies in the recording; an internal pinned comment is open until one answer of somebody who works on the
 * case stands beside it, and no second one ever does; nothing that stands is rewritten.
 */
import type { Comment } from '@rhythmdesk/contract/cases';
import { judgeEdit } from '@rhythmdesk/domain/case/edits';
import type { CaseFacts } from '@rhythmdesk/domain/case/facts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { caseComments, pinAnswers } from '../../platform/db/schema/cases.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type Place = NonNullable<Comment['place']>;

const unfit = (field: 'place' | 'reply_to'): Refusal =>
  new Refusal('input/invalid', { fields: { [field]: 'refusal.input.invalid' } });

/** Refuses a place behind the end of the recording, or on a case whose recording is not there. */
export async function judgePlace(db: Queryable, case_id: number, place: Place): Promise<void> {
  const [recording] = await db
    .select({ samples: recordings.samples })
    .from(recordings)
    .where(and(eq(recordings.case_id, case_id), isNull(recordings.purged_at)));
  const last = place.end_sample ?? place.start_sample;
  if (recording === undefined || last >= recording.samples) throw unfit('place');
}

/** Whether this comment is one that can be answered: internal, pinned, and of this case. */
async function isPin(db: Queryable, case_id: number, comment_id: number): Promise<boolean> {
  const found = await db.$count(
    caseComments,
    and(
      eq(caseComments.case_id, case_id),
      eq(caseComments.comment_id, comment_id),
      eq(caseComments.internal, true),
      isNotNull(caseComments.start_sample),
    ),
  );
  return found > 0;
}

type Answer = { readonly case_id: number; readonly comment_id: number };
type PinContext = { readonly facts: CaseFacts; readonly caller: Caller; readonly now: Date };

/** False where it had been answered already. */
async function keepAnswer(
  tx: Tx,
  { case_id, comment_id }: Answer,
  { caller, now }: PinContext,
): Promise<boolean> {
  const kept = await tx
    .insert(pinAnswers)
    .values({ case_id, comment_id, user_id: caller.id, created_at: now })
    .onConflictDoNothing()
    .returning({ comment_id: pinAnswers.comment_id });
  return kept.length > 0;
}

function judgeAnswering({ facts, caller }: PinContext): void {
  const judged = judgeEdit(facts, 'pin-answer', caller.actor, null);
  if (!judged.ok) throw new Refusal(judged.code);
}

/** Answers once; whoever comes second is told so. */
export async function answerPinnedComment(tx: Tx, answer: Answer, context: PinContext): Promise<void> {
  judgeAnswering(context);
  if (!(await isPin(tx, answer.case_id, answer.comment_id))) throw new Refusal('object/not-found');
  if (!(await keepAnswer(tx, answer, context))) throw new Refusal('case/pin-answered');
}

export type Reply = Answer & { readonly internal: boolean; readonly place: Place | null };

/** A reply answers what it replies to; where that was answered before, it goes on with the talk. */
export async function replyToPin(tx: Tx, reply: Reply, context: PinContext): Promise<void> {
  judgeAnswering(context);
  if (!reply.internal || reply.place !== null || !(await isPin(tx, reply.case_id, reply.comment_id)))
    throw unfit('reply_to');
  await keepAnswer(tx, reply, context);
}
