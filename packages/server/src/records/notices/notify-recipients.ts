/** Writes the notifications of one event in the event's own transaction. */
import { audiences, messagesOf, notificationTable } from '@rhythmdesk/domain/notice/notifications';
import type { AudienceName, NotificationParameter, Telling } from '@rhythmdesk/domain/notice/notifications';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { publish } from '../../platform/live/publish.ts';

/** Whom the audiences mean for one case. */
export type CasePeople = {
  readonly hospital_id: number;
  readonly tech_center_id: number | null;
  readonly owner_id: number;
  readonly technician_id: number | null;
  readonly previous_technician_id: number | null;
  readonly confirmer_id: number | null;
};

async function membersOf(tx: Tx, people: CasePeople, whom: AudienceName): Promise<number[]> {
  const audience = audiences[whom];
  if ('person' in audience) {
    const id = people[audience.person];
    return id === null ? [] : [id];
  }
  const group_id = people[audience.group];
  if (group_id === null) return [];
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        or(
          eq(users.user_group_id, group_id),
          and(eq(userGroups.type, 'team'), eq(userGroups.tech_center_id, group_id)),
        ),
        inArray(users.role_key, [...audience.role_keys]),
        isNull(users.deleted_at),
        eq(users.use_flag, 'Y'),
      ),
    )
    .orderBy(users.id);
  return found.map(({ id }) => id);
}

export type ToldEvent = {
  readonly case_id: number;
  readonly people: CasePeople;
  readonly tellings: readonly Telling[];
  readonly parameters: Readonly<Partial<Record<NotificationParameter, string>>>;
  readonly actor_id: number | null;
  readonly now: Date;
};

export async function tellPeople(tx: Tx, told: ToldEvent): Promise<void> {
  const members = new Map<AudienceName, number[]>();
  for (const { whom } of told.tellings) {
    if (!members.has(whom)) members.set(whom, await membersOf(tx, told.people, whom));
  }
  const messages = messagesOf(told.tellings, (whom) => members.get(whom) ?? [], told.actor_id);
  if (messages.length === 0) return;
  const rows = messages.map(({ user_id, code }) => ({
    user_id,
    code,
    patch_id: told.case_id,
    category: notificationTable[code].category,
    parameters: told.parameters,
    create_time: told.now,
  }));
  const written = await tx
    .insert(notifications)
    .values(rows)
    .returning({ id: notifications.id, user_id: notifications.user_id });
  for (const { id, user_id } of written) {
    await publish(tx, { type: 'notification', id, user_id });
  }
}
