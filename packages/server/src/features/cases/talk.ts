/** Reads and writes the history and comments of a case, limited to what the reader may see. */
import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import type { Comment } from '@rhythmdesk/contract/cases';
import { judgeEdit } from '@rhythmdesk/domain/case/edits';
import { isInnerReason } from '@rhythmdesk/domain/case/handback';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import { seesInternalComments, seesTeams } from '@rhythmdesk/domain/people/can';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { caseComments, caseHistory, pinAnswers } from '../../platform/db/schema/cases.ts';
import { openPointStatements } from '../../platform/db/schema/open-points.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { criticalHistory, withCriticalEvents } from './critical-history.ts';
import { storedPoints } from './open-points.ts';
import { judgeMentions, notifyMentioned } from './mentions.ts';
import { answerPinnedComment, judgePlace, type PinnedPlace, replyToPin } from './pinned-comments.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { historyIsIntact } from '../../records/cases/case-history.ts';

/** Descriptions of team changes and reasons for a return are visible only to the center's own staff. */
const isKept = ({ actor }: Caller, action: string): boolean =>
  (action === 'change-team' && !seesTeams(actor)) || (isInnerReason(action) && !seesInternalComments(actor));

export async function readHistory(db: Db, caller: Caller, case_id: number) {
  await seenCase(db, caller, case_id, 'case.history');
  const rows = await db
    .select({
      row: caseHistory,
      user: users.name,
      group: userGroups.name,
      points: openPointStatements.points,
    })
    .from(caseHistory)
    .leftJoin(
      openPointStatements,
      and(
        eq(openPointStatements.case_id, caseHistory.case_id),
        eq(openPointStatements.case_version, caseHistory.version),
      ),
    )
    .leftJoin(users, eq(users.id, caseHistory.user_id))
    .leftJoin(userGroups, eq(userGroups.id, caseHistory.user_group_id))
    .where(eq(caseHistory.case_id, case_id))
    .orderBy(asc(caseHistory.version));
  // What was open is internal to the center, and so is the reason to continue.
  const isOutside = !seesInternalComments(caller.actor);
  const own = rows.map(({ row, user, group, points }, index): HistoryRow => {
    const next = rows[index + 1]?.row;
    if (!isCaseStatus(row.status))
      throw new Error(`history row ${String(row.history_id)} has no known status`);
    return {
      history_id: row.history_id,
      action: row.action,
      from_status: row.from_status !== null && isCaseStatus(row.from_status) ? row.from_status : null,
      status: row.status,
      version: row.version,
      user: row.user_id === null ? null : { id: row.user_id, name: user ?? '' },
      role_key: row.role_key,
      institution: group,
      description: isKept(caller, row.action) || (isOutside && points !== null) ? '' : row.description,
      open_points: isOutside || points === null ? [] : storedPoints.parse(points),
      requested_date: row.created_at.toISOString(),
      duration: next === undefined ? null : (next.created_at.getTime() - row.created_at.getTime()) / 1000,
    };
  });
  const items = withCriticalEvents(own, await criticalHistory(db, caller, case_id));
  return { items, intact: await historyIsIntact(db, case_id) };
}

type Person = Comment['user'];
type CommentRow = {
  comment: typeof caseComments.$inferSelect;
  user: string;
  group: string;
  mentions: Person[];
  answer: { user_id: number; created_at: Date } | null;
  answerer: string | null;
};

function commentOf({ comment, user, group, mentions, answer, answerer }: CommentRow): Comment {
  const { start_sample, end_sample } = comment;
  return {
    comment_id: comment.comment_id,
    user: { id: comment.user_id, name: user },
    institution: group,
    internal: comment.internal,
    content: comment.content,
    mentions,
    place: start_sample === null ? null : { start_sample, end_sample },
    reply_to: comment.reply_to,
    answered:
      answer === null
        ? null
        : { by: { id: answer.user_id, name: answerer ?? '' }, at: answer.created_at.toISOString() },
    created_at: comment.created_at.toISOString(),
  };
}

async function namesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

const answerers = alias(users, 'answerer');

/** Returns the comments of a case that this caller may read, oldest first, or one of them. */
async function commentsFor(
  db: Queryable,
  { actor }: Caller,
  { case_id, comment_id }: { readonly case_id: number; readonly comment_id?: number },
): Promise<Comment[]> {
  const rows = await db
    .select({
      comment: caseComments,
      user: users.name,
      group: userGroups.name,
      answer: pinAnswers,
      answerer: answerers.name,
    })
    .from(caseComments)
    .innerJoin(users, eq(users.id, caseComments.user_id))
    .innerJoin(userGroups, eq(userGroups.id, caseComments.user_group_id))
    .leftJoin(pinAnswers, eq(pinAnswers.comment_id, caseComments.comment_id))
    .leftJoin(answerers, eq(answerers.id, pinAnswers.user_id))
    .where(
      and(
        eq(caseComments.case_id, case_id),
        comment_id === undefined ? undefined : eq(caseComments.comment_id, comment_id),
        seesInternalComments(actor) ? undefined : eq(caseComments.internal, false),
      ),
    )
    .orderBy(asc(caseComments.comment_id));
  const names = await namesOf(
    db,
    rows.flatMap(({ comment }) => comment.mentions),
  );
  return rows.map((row) =>
    commentOf({ ...row, mentions: row.comment.mentions.flatMap((id) => names.get(id) ?? []) }),
  );
}

export async function readComments(db: Db, caller: Caller, case_id: number): Promise<{ items: Comment[] }> {
  await seenCase(db, caller, case_id, 'case.history');
  return { items: await commentsFor(db, caller, { case_id }) };
}

type NewComment = {
  readonly case_id: number;
  readonly content: string;
  readonly internal: boolean;
  readonly mentions: readonly number[];
  readonly place?: PinnedPlace | null;
  readonly reply_to?: number | null;
};

/** Checks that the place is in the recording, and lets a reply answer the comment that it replies to. */
async function judgePinning(tx: Tx, given: NewComment, context: Parameters<typeof replyToPin>[2]) {
  const { case_id, internal, place = null, reply_to = null } = given;
  if (place !== null) await judgePlace(tx, case_id, place);
  if (reply_to !== null) await replyToPin(tx, { case_id, comment_id: reply_to, internal, place }, context);
  return { ...place, reply_to };
}

export async function addComment(tx: Tx, caller: Caller, given: NewComment, now: Date): Promise<Comment> {
  const { case_id, content, internal, mentions } = given;
  const record = await readCaseRecord(tx, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const judged = judgeEdit(record.facts, 'comment', caller.actor, null);
  if (!judged.ok) throw new Refusal(judged.code);
  if (internal && !seesInternalComments(caller.actor)) {
    throw new Refusal('input/invalid', { fields: { internal: 'refusal.input.invalid' } });
  }
  const mentioned = await judgeMentions(tx, { case_id, facts: record.facts, caller, internal }, mentions);
  const pinned = await judgePinning(tx, given, { facts: record.facts, caller, now });
  const [comment] = await tx
    .insert(caseComments)
    .values({
      case_id,
      content,
      internal,
      mentions: mentioned.map(({ id }) => id),
      ...pinned,
      user_id: caller.id,
      user_group_id: caller.user_group.id,
      created_at: now,
    })
    .returning();
  if (comment === undefined) throw new Error('the comment was not written');
  await publish(tx, { type: 'case', case_id, version: record.facts.version });
  await notifyMentioned(tx, mentioned, { case_id, hn_id: record.row.hn_id, writer: caller.name, now });
  const named = mentioned.map(({ id, name }) => ({ id, name }));
  const [user, group] = [caller.name, caller.user_group.name];
  return commentOf({ comment, user, group, mentions: named, answer: null, answerer: null });
}

/** Marks an internal pinned comment as answered. */
export async function answerPin(
  tx: Tx,
  caller: Caller,
  pin: { readonly case_id: number; readonly comment_id: number },
  now: Date,
): Promise<Comment> {
  const record = await readCaseRecord(tx, pin.case_id);
  if (record === null) throw new Refusal('object/not-found');
  await answerPinnedComment(tx, pin, { facts: record.facts, caller, now });
  await publish(tx, { type: 'case', case_id: pin.case_id, version: record.facts.version });
  const [answered] = await commentsFor(tx, caller, pin);
  if (answered === undefined) throw new Error('the comment that was answered is not there');
  return answered;
}
