import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { passwordHashes } from '../features/people/password-hashes.ts';
import { users } from '../platform/db/schema/people.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { firstPasswordFile, makeFirstUser, welcomeFirstUser } from './first-user.ts';

test('the first start creates one user of level 5 with a one-time password, later ones create none', async () => {
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

test('the one-time password is in a file that only the owner may read, and is printed only in a terminal', async () => {
  for (const is_terminal of [true, false]) {
    const { db } = await testDatabase();
    const data_dir = await mkdtemp(path.join(tmpdir(), 'first-'));
    const file = firstPasswordFile(data_dir);
    const lines: string[] = [];
    const welcome = () =>
      welcomeFirstUser(db, passwordHashes(), { data_dir, is_terminal, say: (line) => void lines.push(line) });
    await welcome();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const password = /^password (.+)$/m.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    expect(password).toHaveLength(20);
    expect(lines.join(' ').includes(password)).toBe(is_terminal);
    expect(lines.at(-1)).toContain(file);
    await welcome();
    expect((await stat(file)).size).toBeGreaterThan(0);
    await db.update(users).set({ must_change_password: false });
    await welcome();
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(data_dir, { recursive: true });
  }
});
