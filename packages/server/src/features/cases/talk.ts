/** History and comments of a case, each as its reader may see it. */
import type { Comment, HistoryRow } from '@rhythmdesk/contract/cases';
import { judgeEdit } from '@rhythmdesk/domain/case/edits';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import { seesInternalComments, seesTeams } from '@rhythmdesk/domain/people/can';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { caseComments, caseHistory } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { criticalHistory, withCriticalEvents } from './critical-history.ts';
import { judgeMentions, tellMentioned } from './mentions.ts';
import { seenCase } from './read-case.ts';
import { historyIsIntact } from '../../records/cases/case-history.ts';

export async function readHistory(db: Db, caller: Caller, case_id: number) {
  await seenCase(db, caller, case_id, 'case.history');
  const rows = await db
    .select({ row: caseHistory, user: users.name, group: userGroups.name })
    .from(caseHistory)
    .leftJoin(users, eq(users.id, caseHistory.user_id))
    .leftJoin(userGroups, eq(userGroups.id, caseHistory.user_group_id))
    .where(eq(caseHistory.case_id, case_id))
    .orderBy(asc(caseHistory.version));
  const own = rows.map(({ row, user, group }, index): HistoryRow => {
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
      // Whose share a case is stays inside the center.
      description: row.action === 'change-team' && !seesTeams(caller.actor) ? '' : row.description,
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
};

function commentOf({ comment, user, group, mentions }: CommentRow): Comment {
  return {
    comment_id: comment.comment_id,
    user: { id: comment.user_id, name: user },
    institution: group,
    internal: comment.internal,
    content: comment.content,
    mentions,
    created_at: comment.created_at.toISOString(),
  };
}

async function namesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readComments(db: Db, caller: Caller, case_id: number): Promise<{ items: Comment[] }> {
  await seenCase(db, caller, case_id, 'case.history');
  const rows = await db
    .select({ comment: caseComments, user: users.name, group: userGroups.name })
    .from(caseComments)
    .innerJoin(users, eq(users.id, caseComments.user_id))
    .innerJoin(userGroups, eq(userGroups.id, caseComments.user_group_id))
    .where(
      and(
        eq(caseComments.case_id, case_id),
        seesInternalComments(caller.actor) ? undefined : eq(caseComments.internal, false),
      ),
    )
    .orderBy(asc(caseComments.comment_id));
  const names = await namesOf(
    db,
    rows.flatMap(({ comment }) => comment.mentions),
  );
  const items = rows.map((row) =>
    commentOf({ ...row, mentions: row.comment.mentions.flatMap((id) => names.get(id) ?? []) }),
  );
  return { items };
}

type NewComment = {
  readonly case_id: number;
  readonly content: string;
  readonly internal: boolean;
  readonly mentions: readonly number[];
};

export async function addComment(
  tx: Tx,
  caller: Caller,
  { case_id, content, internal, mentions }: NewComment,
  now: Date,
): Promise<Comment> {
  const record = await readCaseRecord(tx, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const judged = judgeEdit(record.facts, 'comment', caller.actor, null);
  if (!judged.ok) throw new Refusal(judged.code);
  if (internal && !seesInternalComments(caller.actor)) {
    throw new Refusal('input/invalid', { fields: { internal: 'refusal.input.invalid' } });
  }
  const told = await judgeMentions(tx, { case_id, facts: record.facts, caller, internal }, mentions);
  const [comment] = await tx
    .insert(caseComments)
    .values({
      case_id,
      content,
      internal,
      mentions: told.map(({ id }) => id),
      user_id: caller.id,
      user_group_id: caller.user_group.id,
      created_at: now,
    })
    .returning();
  if (comment === undefined) throw new Error('the comment was not written');
  await publish(tx, { type: 'case', case_id, version: record.facts.version });
  await tellMentioned(tx, told, { case_id, hn_id: record.row.hn_id, writer: caller.name, now });
  const named = told.map(({ id, name }) => ({ id, name }));
  return commentOf({ comment, user: caller.name, group: caller.user_group.name, mentions: named });
}
