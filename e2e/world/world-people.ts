/** Makes the institutions and people of one journey: a hospital, its center with a team, and a person of every role. */
import { randomInt } from 'node:crypto';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import { makeIdentify } from '@rhythmdesk/server/features/people/identify';
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import { systemClock } from '@rhythmdesk/server/platform/clock/clock';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import {
  assignedGroups,
  chargingUnitPrices,
  chargingUnits,
  userGroups,
  users,
} from '@rhythmdesk/server/platform/db/schema/people';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { asc, eq } from 'drizzle-orm';
import { preparerId, providerCode } from './template.ts';

export type Group = { readonly id: number; readonly name: string; readonly type: GroupType };

export type Person = {
  readonly id: number;
  /** The ID that the user types at sign-in. */
  readonly user_id: string;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly group: Group;
};

const sessionLimits = { idle_minutes: 15, absolute_hours: 12 };

const consonants = 'BCDFGHJKLMNPQRSTVWXZ';

/** Returns six letters that no other journey has; they never look like a word, a number or a code. */
export const newMark = (): string =>
  Array.from({ length: 6 }, () => consonants[randomInt(consonants.length)]).join('');

async function addPrices(db: Db, mark: string): Promise<number> {
  const [unit] = await db
    .insert(chargingUnits)
    .values({ name: `Standard ${mark}`, currency: 'JPY' })
    .returning({ id: chargingUnits.id });
  const charging_unit_id = unit?.id ?? 0;
  const rows = (['normal', 'urgent'] as const).flatMap((priority) =>
    (['up_to_48_h', 'up_to_7_d', 'longer'] as const).map((length_class, at) => ({
      ...{ charging_unit_id, priority, length_class, valid_from: '2025-01-01' },
      amount_minor: 6_000 + at * 3_500 + (priority === 'urgent' ? 3_000 : 0),
    })),
  );
  await db.insert(chargingUnitPrices).values(rows);
  return charging_unit_id;
}

export type GroupFields = Omit<typeof userGroups.$inferInsert, 'type' | 'name'>;

export async function addGroup(
  db: Db,
  type: GroupType,
  name: string,
  fields: GroupFields = {},
): Promise<Group> {
  // Journeys read reports and invoices in English.
  const ofType = type === 'hospital' ? { invoice_language: 'en' } : {};
  const [row] = await db
    .insert(userGroups)
    .values({ ...ofType, time_zone: 'Asia/Tokyo', two_factor: 'offered', ...fields, type, name })
    .returning({ id: userGroups.id });
  return { id: row?.id ?? 0, name, type };
}

async function readOffice(db: Db): Promise<Group> {
  const [row] = await db
    .select()
    .from(userGroups)
    .where(eq(userGroups.type, 'admin'))
    .orderBy(asc(userGroups.id));
  return { id: row?.id ?? 0, name: row?.name ?? '', type: 'admin' };
}

/** Reads the hospital of the template that has its own sign-in provider. */
export async function readProviderHospital(db: Db): Promise<Group> {
  const [row] = await db.select().from(userGroups).where(eq(userGroups.register_code, providerCode));
  return { id: row?.id ?? 0, name: row?.name ?? '', type: 'hospital' };
}

async function addGroups(db: Db, mark: string) {
  const charging_unit_id = await addPrices(db, mark);
  const center = await addGroup(db, 'tech_center', `東京心電図解析センター ${mark}`, {
    verification_required: true,
  });
  const tech_center_id = center.id;
  const [team, hospital, carriers, network, office] = await Promise.all([
    addGroup(db, 'team', `解析第一班 ${mark}`, { tech_center_id, analysis_ratio: 100 }),
    addGroup(db, 'hospital', `みなと総合病院 ${mark}`, {
      ...{ tech_center_id, charging_unit_id, register_code: `MNT${mark}` },
      department: '循環器内科',
    }),
    addGroup(db, 'logistics', `Kestrel Logistics ${mark}`),
    addGroup(db, 'distributer', `Meridian Partners ${mark}`),
    readOffice(db),
  ]);
  await db.insert(assignedGroups).values([
    { group_id: carriers.id, facility_id: hospital.id },
    { group_id: network.id, facility_id: hospital.id },
    { group_id: network.id, facility_id: center.id },
  ]);
  return { center, team, hospital, carriers, network, office };
}

/** Creates an account that can sign in with the password of the journeys. */
export async function addPerson(
  db: Db,
  user_id: string,
  role_key: RoleKey,
  group: Group,
  name: string,
): Promise<Person> {
  const [preparer] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.user_id, preparerId));
  const [row] = await db
    .insert(users)
    .values({
      ...{ user_id, role_key, name, user_group_id: group.id },
      email: `${user_id}@rhythmdesk.example`,
      password_hash: preparer?.password_hash ?? '',
    })
    .returning({ id: users.id });
  return { id: row?.id ?? 0, user_id, name, role_key, group };
}

export async function addPeople(db: Db, mark: string) {
  const groups = await addGroups(db, mark);
  const { center, team, hospital, carriers, network, office } = groups;
  const add = (id: string, role_key: RoleKey, group: Group, name: string): Promise<Person> =>
    addPerson(db, `${id}${mark}`, role_key, group, name);
  const [doctor, manager, technician, colleague, chief, head, carrier, distributer, admin] =
    await Promise.all([
      add('doctor', 'DOCTOR', hospital, '原 直樹'),
      add('manager', 'MANAGER', hospital, '藤原 実'),
      add('technician', 'TECHNICIAN', team, '森 楓'),
      add('colleague', 'TECHNICIAN', team, '木村 葵'),
      add('chief', 'CHIEF', center, '斎藤 蓮'),
      add('head', 'CENTER', center, '高橋 和子'),
      add('carrier', 'LOGISTICS', carriers, '小野 千尋'),
      add('distributer', 'DISTRIBUTER', network, 'Daniel Roth'),
      add('admin', 'ADMIN', office, 'Mina Castell'),
    ]);
  const people = { doctor, manager, technician, colleague, chief, head, carrier, distributer, admin };
  return { groups, people };
}

/** Starts a session, as a sign-in does, and returns its token. */
export function startSessionOf(db: Db, { id }: Person): Promise<string> {
  return startSession(db, { user_id: id, ip: '127.0.0.1', user_agent: '' }, sessionLimits, new Date());
}

/** Returns the person as a caller of the server's functions. */
export async function callerOf(db: Db, person: Person): Promise<Caller> {
  const token = await startSessionOf(db, person);
  const identified = await makeIdentify(db, sessionLimits, systemClock)(token);
  if ('refused' in identified) throw new Error(`${person.user_id}: ${identified.refused}`);
  return identified.caller;
}
