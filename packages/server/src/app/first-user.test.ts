import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { passwordHashes } from '../features/people/password-hashes.ts';
import { users } from '../platform/db/schema/people.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { makeFirstUser } from './first-user.ts';

test('the first start makes one user of level 5 with a one-time password, later ones make none', async () => {
  const { db } = await testDatabase();
  const hashes = passwordHashes();
  const made = await Promise.all([1, 2, 3].map(() => makeFirstUser(db, hashes)));
  const [first] = made.filter((each) => each !== null);
  expect(made.filter((each) => each !== null)).toHaveLength(1);
  if (first === undefined) throw new Error('nobody');
  const rows = await db.select().from(users);
  expect(rows).toMatchObject([{ user_id: 'admin', role_key: 'ADMIN', must_change_password: true }]);
  expect(await hashes.matches(rows[0]?.password_hash ?? '', first.password)).toBe(true);
  expect(passwordFault(first.password, first.user_id)).toBeNull();
  expect(await makeFirstUser(db, hashes)).toBeNull();
  await db.update(users).set({ deleted_at: new Date() }).where(eq(users.user_id, 'admin'));
  expect(await makeFirstUser(db, hashes)).toBeNull();
});
