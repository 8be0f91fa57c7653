/** Extends the world of the matrix tests with requests about administered users. */
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '../platform/db/schema/people.ts';
import { institutionWorld, saved, type Answer } from './test-institutions.ts';

export async function userWorld() {
  const world = await institutionWorld();
  let serial = 0;
  /** Returns the payload of a new user in the group with this name. */
  const payload = async (role_key: RoleKey, group: string, more: object = {}) => {
    serial += 1;
    return {
      name: `Person ${String(serial)}`,
      user_id: `person${String(serial)}`,
      password: 'Copper3lantern7fog',
      email: `person${String(serial)}@example.org`,
      phone_number: '',
      user_role_id: roleNumber(role_key),
      description: '',
      user_group_id: await world.idOf(group),
      ...more,
    };
  };
  const create = async (
    role_key: RoleKey,
    group: string,
    more: object = {},
    who = 'admin',
  ): Promise<Answer> => world.ask(who, 'POST', 'user/user', await payload(role_key, group, more));
  const madeUser = async (role_key: RoleKey, group: string, more: object = {}) => {
    const answer = await create(role_key, group, more);
    expect([answer.status, answer.body]).toEqual([201, answer.body]);
    return saved.parse(answer.body);
  };
  const change = (who: string, body: object): Promise<Answer> => world.ask(who, 'PUT', 'user/user', body);
  const userRow = async (id: number) => {
    const [row] = await world.db.select().from(users).where(eq(users.id, id));
    if (row === undefined) throw new Error(`nobody has the number ${String(id)}`);
    return row;
  };
  const signIn = async (user_id: string, password: string): Promise<Answer> => {
    const answer = await world.call('auth/login', null, { method: 'POST', body: { user_id, password } });
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
  return { ...world, payload, create, madeUser, change, userRow, signIn };
}
