/** Adds a hospital, its center and one signed-in user of each role that the programs need. */
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq } from 'drizzle-orm';

export type Tokens = {
  readonly doctor: string;
  readonly technician: string;
  readonly chief: string;
  readonly admin: string;
};

export const adminId = 'faultadmin';

export async function addGroup(db: Db, type: GroupType, name: string, tech_center_id: number | null = null) {
  const [row] = await db.insert(userGroups).values({ type, name, tech_center_id }).returning();
  if (row === undefined) throw new Error('no group was made');
  return row.id;
}

/** Starts a session of a user, whose earlier one may have ended because it was idle; returns null without such a user. */
export async function sessionOf(db: Db, user_id: string): Promise<string | null> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.user_id, user_id));
  if (found === undefined) return null;
  const seen = { user_id: found.id, ip: '127.0.0.1', user_agent: '' };
  return startSession(db, seen, { idle_minutes: 60, absolute_hours: 24 }, new Date());
}

export async function addUser(
  db: Db,
  user_id: string,
  role_key: RoleKey,
  user_group_id: number,
): Promise<string> {
  const row = { user_id, name: `Name of ${user_id}`, role_key, user_group_id, password_hash: '' };
  await db.insert(users).values(row);
  const token = await sessionOf(db, user_id);
  if (token === null) throw new Error('no user was made');
  return token;
}

export async function addPeople(db: Db): Promise<Tokens> {
  const center = await addGroup(db, 'tech_center', 'Fault center');
  const hospital = await addGroup(db, 'hospital', 'Fault hospital', center);
  const office = await addGroup(db, 'admin', 'Fault office');
  return {
    doctor: await addUser(db, 'faultdoctor', 'DOCTOR', hospital),
    technician: await addUser(db, 'faulttechnician', 'TECHNICIAN', center),
    chief: await addUser(db, 'faultchief', 'CHIEF', center),
    admin: await addUser(db, adminId, 'ADMIN', office),
  };
}
