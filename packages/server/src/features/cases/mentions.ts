/** Determines whom a comment of a case may mention, and notifies the mentioned users. */
import type { CaseFacts } from '@rhythmdesk/domain/case/facts';
import { mayBeMentioned } from '@rhythmdesk/domain/case/mentions';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { seesInternalComments } from '@rhythmdesk/domain/people/can';
import { isRoleKey, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { caseComments } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { actorColumns, actorOf } from '../../records/people/actor.ts';
import { seenCase } from '../../records/cases/seen-case.ts';

export type Mentionable = { readonly id: number; readonly name: string; readonly role_key: RoleKey };

/** Reads the active users of the case's hospital, and of its center with the center's teams. */
function readHouses(db: Queryable, { hospital_id, tech_center_id }: CaseFacts) {
  const hospital = hospital_id === null ? undefined : eq(userGroups.id, hospital_id);
  const center =
    tech_center_id === null
      ? undefined
      : or(
          eq(userGroups.id, tech_center_id),
          and(eq(userGroups.type, 'team'), eq(userGroups.tech_center_id, tech_center_id)),
        );
  return db
    .select(actorColumns)
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        or(hospital, center),
        isNull(users.deleted_at),
        eq(users.use_flag, 'Y'),
        isNull(userGroups.deleted_at),
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
}

async function whoSpoke(db: Queryable, caller: Caller, case_id: number): Promise<ReadonlySet<number>> {
  const open = seesInternalComments(caller.actor) ? undefined : eq(caseComments.internal, false);
  const rows = await db
    .selectDistinct({ user_id: caseComments.user_id })
    .from(caseComments)
    .where(and(eq(caseComments.case_id, case_id), open));
  return new Set(rows.map(({ user_id }) => user_id));
}

type MentionScope = {
  readonly case_id: number;
  readonly facts: CaseFacts;
  readonly caller: Caller;
  readonly internal: boolean;
};

async function mentionableOf(db: Queryable, scope: MentionScope): Promise<Mentionable[]> {
  const { case_id, facts, caller, internal } = scope;
  const people = await readHouses(db, facts);
  const spoke = await whoSpoke(db, caller, case_id);
  const mentionQuery = { facts, writer: caller.actor, internal, spoke };
  return people.flatMap(({ user, group }) => {
    if (!isRoleKey(user.role_key) || !mayBeMentioned(actorOf(user, group, []), mentionQuery)) return [];
    return [{ id: user.id, name: user.name, role_key: user.role_key }];
  });
}

export async function readMentionable(
  db: Db,
  caller: Caller,
  { case_id, internal }: { readonly case_id: number; readonly internal: boolean },
): Promise<{ items: Mentionable[] }> {
  await seenCase(db, caller, case_id, 'case.comment');
  const record = await readCaseRecord(db, case_id);
  if (record === null) throw new Refusal('object/not-found');
  return { items: await mentionableOf(db, { case_id, facts: record.facts, caller, internal }) };
}

/** Returns the mentioned users in the given order; refuses a user who could not read the comment. */
export async function judgeMentions(
  tx: Tx,
  scope: MentionScope,
  mentions: readonly number[],
): Promise<Mentionable[]> {
  if (mentions.length === 0) return [];
  const byId = new Map((await mentionableOf(tx, scope)).map((person) => [person.id, person]));
  return [...new Set(mentions)].map((id) => {
    const person = byId.get(id);
    if (person === undefined) {
      throw new Refusal('input/invalid', { fields: { mentions: 'refusal.input.invalid' } });
    }
    return person;
  });
}

type Mention = {
  readonly case_id: number;
  readonly hn_id: string;
  readonly writer: string;
  readonly now: Date;
};

export async function notifyMentioned(
  tx: Tx,
  people: readonly Mentionable[],
  { case_id, hn_id, writer, now }: Mention,
): Promise<void> {
  const rows = people.map(({ id }) => ({
    user_id: id,
    patch_id: case_id,
    code: 'mentioned' as const,
    category: notificationTable.mentioned.category,
    parameters: { hn_id, user_name: writer },
    create_time: now,
  }));
  await insertNotifications(tx, rows);
}
