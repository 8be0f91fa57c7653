/** Adds the demo's institutions, people and prices to an empty database, and returns each person as a caller. */
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import type { Db, Tx } from '@rhythmdesk/server/platform/db/database';
import {
  assignedGroups,
  chargingUnitPrices,
  chargingUnits,
  userGroups,
  users,
} from '@rhythmdesk/server/platform/db/schema/people';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { demoGroups, demoUsers, type DemoGroup, type DemoUser } from './demo-people.ts';

export type DemoWorld = {
  readonly groupIds: ReadonlyMap<string, number>;
  readonly callers: ReadonlyMap<string, Caller>;
};

const yen = { up_to_48_h: 6_000, up_to_7_d: 9_500, longer: 14_000 };

async function addPrices(tx: Tx): Promise<number> {
  const [unit] = await tx
    .insert(chargingUnits)
    .values({ name: 'Standard 2025', currency: 'JPY', description: 'By priority and recorded length.' })
    .returning();
  if (unit === undefined) throw new Error('the price policy was not written');
  const rows = (['normal', 'urgent'] as const).flatMap((priority) =>
    (['up_to_48_h', 'up_to_7_d', 'longer'] as const).map((length_class) => ({
      charging_unit_id: unit.id,
      priority,
      length_class,
      valid_from: '2025-01-01',
      amount_minor: yen[length_class] + (priority === 'urgent' ? 3_000 : 0),
    })),
  );
  await tx.insert(chargingUnitPrices).values(rows);
  return unit.id;
}

async function addGroup(tx: Tx, group: DemoGroup, known: Map<string, number>, charging_unit_id: number) {
  const {
    key,
    center,
    serves = [],
    ratio = null,
    consents: _later,
    coverage_minimum: _rule,
    ...columns
  } = group;
  const [row] = await tx
    .insert(userGroups)
    .values({
      ...columns,
      tech_center_id: center === undefined ? null : (known.get(center) ?? null),
      charging_unit_id: group.type === 'hospital' ? charging_unit_id : null,
      two_factor: 'offered',
      analysis_ratio: ratio,
    })
    .returning({ id: userGroups.id });
  if (row === undefined) throw new Error(`${key} was not written`);
  known.set(key, row.id);
  const served = serves.flatMap((name) => known.get(name) ?? []);
  if (served.length > 0) {
    await tx.insert(assignedGroups).values(served.map((facility_id) => ({ group_id: row.id, facility_id })));
  }
}

function callerOf(
  user: DemoUser,
  id: number,
  group_id: number,
  groupIds: ReadonlyMap<string, number>,
): Caller {
  const group = demoGroups.find(({ key }) => key === user.group);
  if (group === undefined || !isGroupType(group.type))
    throw new Error(`${user.group} is no group of the demo`);
  const ownCenter = group.type === 'tech_center' ? group_id : null;
  return {
    id,
    user_id: user.user_id,
    name: user.name,
    role_key: user.role_key,
    user_group: { id: group_id, name: group.name, type: group.type, time_zone: group.time_zone },
    must_change_password: false,
    must_enrol: false,
    actor: {
      id,
      role_key: user.role_key,
      user_group_id: group_id,
      group_type: group.type,
      tech_center_id: group.type === 'team' ? (groupIds.get(group.center ?? '') ?? null) : ownCenter,
      assigned_group_ids: (group.serves ?? []).flatMap((key) => groupIds.get(key) ?? []),
    },
    session: { token_hash: Buffer.alloc(32), expires_at: new Date(0) },
  };
}

export async function addPeople(db: Db, password_hash: string): Promise<DemoWorld> {
  return transact(db, async (tx) => {
    const groupIds = new Map<string, number>();
    const charging_unit_id = await addPrices(tx);
    for (const group of demoGroups) await addGroup(tx, group, groupIds, charging_unit_id);
    const callers = new Map<string, Caller>();
    for (const user of demoUsers) {
      const user_group_id = groupIds.get(user.group) ?? 0;
      const email = `${user.user_id}@rhythmdesk.example`;
      const [row] = await tx
        .insert(users)
        .values({
          user_id: user.user_id,
          name: user.name,
          role_key: user.role_key,
          email,
          user_group_id,
          password_hash,
        })
        .returning({ id: users.id });
      if (row === undefined) throw new Error(`${user.user_id} was not written`);
      callers.set(user.user_id, callerOf(user, row.id, user_group_id, groupIds));
    }
    return { groupIds, callers };
  });
}

/** Reads the people of a demo that is already loaded. */
export async function readPeople(db: Db): Promise<DemoWorld> {
  const groups = await db.select({ id: userGroups.id, name: userGroups.name }).from(userGroups);
  const rows = await db
    .select({ id: users.id, user_id: users.user_id, group_id: users.user_group_id })
    .from(users);
  const groupIds = new Map(
    demoGroups.flatMap(({ key, name }) => {
      const found = groups.find((group) => group.name === name);
      return found === undefined ? [] : [[key, found.id] as const];
    }),
  );
  const callers = demoUsers.flatMap((user) => {
    const row = rows.find(({ user_id }) => user_id === user.user_id);
    return row === undefined ? [] : [[user.user_id, callerOf(user, row.id, row.group_id, groupIds)] as const];
  });
  return { groupIds, callers: new Map(callers) };
}
