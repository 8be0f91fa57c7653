/**
 * Stores comments that are pinned to a place of the recording, and their answers.
 *
 * Invariants: the place is in the recording; an internal pinned comment is open until a user who works on the case
 * answers it, and it has at most one answer; nothing stored is changed.
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

export type PinnedPlace = NonNullable<Comment['place']>;

const unfit = (field: 'place' | 'reply_to'): Refusal =>
  new Refusal('input/invalid', { fields: { [field]: 'refusal.input.invalid' } });

/** Refuses a place after the end of the recording, or on a case without a recording. */
export async function judgePlace(db: Queryable, case_id: number, place: PinnedPlace): Promise<void> {
  const [recording] = await db
    .select({ samples: recordings.samples })
    .from(recordings)
    .where(and(eq(recordings.case_id, case_id), isNull(recordings.purged_at)));
  const last = place.end_sample ?? place.start_sample;
  if (recording === undefined || last >= recording.samples) throw unfit('place');
}

/** Returns whether this comment can be answered: it is internal, pinned and of this case. */
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

/** Stores the answer; returns false if the comment was already answered. */
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

/** Answers a comment once; a second answer is refused. */
export async function answerPinnedComment(tx: Tx, answer: Answer, context: PinContext): Promise<void> {
  judgeAnswering(context);
  if (!(await isPin(tx, answer.case_id, answer.comment_id))) throw new Refusal('object/not-found');
  if (!(await keepAnswer(tx, answer, context))) throw new Refusal('case/pin-answered');
}

export type Reply = Answer & { readonly internal: boolean; readonly place: PinnedPlace | null };

/**
 * A reply answers the comment that it replies to; if that was already answered, the reply continues the conversation.
 */
export async function replyToPin(tx: Tx, reply: Reply, context: PinContext): Promise<void> {
  judgeAnswering(context);
  if (!reply.internal || reply.place !== null || !(await isPin(tx, reply.case_id, reply.comment_id)))
    throw unfit('reply_to');
  await keepAnswer(tx, reply, context);
}
