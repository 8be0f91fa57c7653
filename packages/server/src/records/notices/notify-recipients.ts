/**
 * Notifies the recipients of a case event, in the event's own transaction. The members of all groups are read with one
 * query.
 */
import {
  audiences,
  messagesOf,
  notificationTable,
  type AudienceName,
  type NotificationCode,
  type NotificationParameter,
  type NotificationRule,
} from '@rhythmdesk/domain/notice/notifications';
import { ownCenterOf } from '@rhythmdesk/domain/people/own-center';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { insertNotifications } from './insert-notifications.ts';

/** The users and groups that the audiences of a case refer to. */
export type CasePeople = {
  readonly hospital_id: number;
  readonly tech_center_id: number | null;
  readonly team_id: number | null;
  readonly owner_id: number;
  readonly technician_id: number | null;
  readonly previous_technician_id: number | null;
  readonly confirmer_id: number | null;
};

type Member = {
  readonly id: number;
  readonly role_key: string;
  readonly group_ids: readonly (number | null)[];
};

/** Returns those of these users who are active, and the active users of these groups; of a center also of its teams. */
async function activeMembers(
  tx: Tx,
  group_ids: readonly number[],
  user_ids: readonly number[],
): Promise<Member[]> {
  if (group_ids.length + user_ids.length === 0) return [];
  const found = await tx
    .select({
      id: users.id,
      role_key: users.role_key,
      group: { id: userGroups.id, type: userGroups.type, tech_center_id: userGroups.tech_center_id },
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        or(
          inArray(users.id, [...user_ids]),
          inArray(users.user_group_id, [...group_ids]),
          and(eq(userGroups.type, 'team'), inArray(userGroups.tech_center_id, [...group_ids])),
        ),
        isNull(users.deleted_at),
        eq(users.use_flag, 'Y'),
      ),
    )
    .orderBy(users.id);
  return found.map(({ id, role_key, group }) => {
    const { type } = group;
    return {
      id,
      role_key,
      group_ids: [group.id, isGroupType(type) ? ownCenterOf({ ...group, type }) : null],
    };
  });
}

function groupOf(name: AudienceName, people: CasePeople): number | null {
  const audience = audiences[name];
  return 'group' in audience ? people[audience.group] : null;
}

function personOf(name: AudienceName, people: CasePeople): number | null {
  const audience = audiences[name];
  return 'person' in audience ? people[audience.person] : null;
}

/** Returns whether a user of the case may still hear of it. A reader who works for another center now may not. */
function isStillOf(name: AudienceName, { tech_center_id }: CasePeople, { group_ids }: Member): boolean {
  return name === 'uploader' || (tech_center_id !== null && group_ids.includes(tech_center_id));
}

function membersOf(name: AudienceName, people: CasePeople, members: readonly Member[]): number[] {
  const audience = audiences[name];
  if ('person' in audience) {
    const person = members.find(({ id }) => id === people[audience.person]);
    return person !== undefined && isStillOf(name, people, person) ? [person.id] : [];
  }
  const group_id = people[audience.group];
  const roles: readonly string[] = audience.role_keys;
  return members
    .filter(
      ({ role_key, group_ids }) =>
        group_id !== null && group_ids.includes(group_id) && roles.includes(role_key),
    )
    .map(({ id }) => id);
}

export type NotifiedEvent = {
  readonly case_id: number;
  readonly people: CasePeople;
  readonly notify: readonly NotificationRule[];
  readonly parameters: Readonly<Partial<Record<NotificationParameter, string>>>;
  readonly actor_id: number | null;
  readonly now: Date;
};

/** Returns only the parameters that the text of this notification uses; no others are stored. */
function parametersOf(code: NotificationCode, known: NotifiedEvent['parameters']) {
  const used: readonly NotificationParameter[] = notificationTable[code].parameters;
  return Object.fromEntries(used.map((name) => [name, known[name] ?? '']));
}

export async function notifyRecipients(tx: Tx, event: NotifiedEvent): Promise<void> {
  const { people, notify, case_id, parameters, now } = event;
  const groups = notify.map(({ recipients }) => groupOf(recipients, people)).filter((id) => id !== null);
  const persons = notify.map(({ recipients }) => personOf(recipients, people)).filter((id) => id !== null);
  const members = await activeMembers(tx, [...new Set(groups)], persons);
  const messages = messagesOf(notify, (name) => membersOf(name, people, members), event.actor_id);
  const rows = messages.map(({ user_id, code }) => ({
    user_id,
    code,
    patch_id: case_id,
    category: notificationTable[code].category,
    parameters: parametersOf(code, parameters),
    create_time: now,
  }));
  await insertNotifications(tx, rows);
}
