/**
 * Tests the import of users and institutions from a spreadsheet: every row is checked first; all are written or none.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { takeMails } from '../test-mails.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { userWorld } from '../../../testing/test-users.ts';

let world: Awaited<ReturnType<typeof userWorld>>;
beforeAll(async () => {
  world = await userWorld();
});

const answer = z.object({
  rows: z.number(),
  written: z.boolean(),
  faults: z.array(z.object({ row: z.number(), field: z.string().nullable(), detail: z.string() })),
});
const send = async (
  who: string,
  path: string,
  dry_run: boolean,
  rows: readonly object[],
  language = 'en',
) => {
  const answered = await world.ask(who, 'POST', path, { dry_run, rows }, language);
  expect([answered.status, answered.body]).toEqual([200, answered.body]);
  return answer.parse(answered.body);
};
const userPath = 'user/users/import';
const groupPath = 'user/usergroups/import';
const line = (user_id: string, more: object = {}) => ({
  name: `Name of ${user_id}`,
  user_id,
  email: `${user_id}@example.org`,
  role: 'Doctor',
  institution: 'Hospital',
  ...more,
});
const named = (faults: z.output<typeof answer>['faults']) => faults.map(({ row, field }) => [row, field]);

test('a dry run reports each row’s fault and writes nothing', async () => {
  const rows = [
    line('import1'),
    line('import2', { name: '', email: '' }),
    line('doctor'),
    line('import3', { role: 'Wizard' }),
    line('import4', { institution: 'Nowhere' }),
    line('IMPORT1'),
    line('import5', { role: 'Chief' }),
    line('import6', { email: 'nobody' }),
    line('with space'),
  ];
  const { written, faults } = await send('admin', userPath, true, rows);
  expect(written).toBe(false);
  expect(named(faults)).toEqual([
    [2, 'name'],
    [2, 'email'],
    [3, 'user_id'],
    [4, 'role'],
    [5, 'institution'],
    [6, 'user_id'],
    [7, 'role'],
    [8, 'email'],
    [9, 'user_id'],
    [9, 'email'],
  ]);
  const details = new Set<string>();
  for (const language of languages) {
    const { faults: worded } = await send('admin', userPath, true, rows, language);
    details.add(worded.map(({ detail }) => detail).join());
  }
  expect(details.size).toBe(languages.length);
  expect(await world.db.$count(users, eq(users.user_id, 'import1'))).toBe(0);
});

test('a row names each of its faulty cells, every one by its own reason', async () => {
  const bad = { name: '', user_id: 'with space', email: 'nobody', role: 'Wizard', institution: 'Nowhere' };
  const { faults } = await send('admin', userPath, true, [line('import1', bad)]);
  expect(
    named(faults)
      .map(([, field]) => field)
      .sort(),
  ).toEqual([...['email', 'institution', 'name', 'role', 'user_id']]);
  expect(new Set(faults.map(({ detail }) => detail)).size).toBe(5);
  const { faults: taken } = await send('admin', userPath, true, [line('doctor', { role: 'Chief' })]);
  expect(named(taken)).toEqual([
    [1, 'user_id'],
    [1, 'role'],
  ]);
  const group = groupLine('IMP-9', { region: '', tech_center: 'Nowhere' });
  const { faults: ofGroup } = await send('admin', groupPath, true, [group]);
  expect(
    named(ofGroup)
      .map(([, field]) => field)
      .sort(),
  ).toEqual(['region', 'tech_center']);
});

test('one bad row prevents all from being written, also without a dry run', async () => {
  const rows = [line('import1'), line('import2', { role: 'Wizard' })];
  expect(await send('admin', userPath, false, rows)).toMatchObject({ written: false, rows: 2 });
  expect(await world.db.$count(users, eq(users.user_id, 'import1'))).toBe(0);
});

test('good rows are written together; each user is notified by mail, and nobody has a password', async () => {
  await takeMails(world.db);
  const rows = [
    line('import1', { role: '医師', phone_number: '02-123' }),
    line('import2', { role: 'MANAGER' }),
  ];
  expect(await send('admin', userPath, false, rows)).toEqual({ rows: 2, written: true, faults: [] });
  const [one] = await world.db.select().from(users).where(eq(users.user_id, 'import1'));
  expect(one).toMatchObject({ role_key: 'DOCTOR', phone_number: '02123', flag: 'one-time' });
  const notified = (await takeMails(world.db)).filter(({ code }) => code === 'account-made');
  expect(notified.map(({ to }) => to)).toEqual(['import1@example.org', 'import2@example.org']);
});

test('the rules of levels and scope apply to every row', async () => {
  const rows = [
    line('import7'),
    line('import8', { role: 'Manager' }),
    line('import9', { institution: 'Far hospital' }),
  ];
  const { faults } = await send('manager', userPath, false, rows);
  expect(named(faults)).toEqual([
    [2, 'role'],
    [3, 'institution'],
  ]);
  expect((await world.ask('doctor', 'POST', userPath, { dry_run: true, rows: [line('x')] })).status).toBe(
    403,
  );
  const many = Array.from({ length: 501 }, (_, at) => line(`many${String(at)}`));
  expect((await world.ask('admin', 'POST', userPath, { dry_run: true, rows: many })).status).toBe(422);
});

const groupLine = (register_code: string, more: object = {}) => ({
  name: `Institution ${register_code}`,
  type: 'Hospital',
  register_code,
  region: '東京都',
  postcode: '105-0011',
  address: '港区芝公園 4-5-6',
  tech_center: 'Center',
  ...more,
});

test('institutions are imported in the same way, their center by name or register code', async () => {
  const bad = [
    groupLine('IMP-1'),
    groupLine('IMP-1'),
    groupLine('IMP-2', { type: 'Palace' }),
    groupLine('IMP-3', { tech_center: 'Hospital' }),
    groupLine('IMP-4', { region: '' }),
    groupLine('x'),
  ];
  const { faults } = await send('admin', groupPath, true, bad);
  expect(named(faults)).toEqual([
    [2, 'register_code'],
    [3, 'type'],
    [4, 'tech_center'],
    [5, 'region'],
    [6, 'register_code'],
  ]);
  const good = [
    groupLine('IMP-1', { type: '病院' }),
    groupLine('IMP-5', { type: 'logistics', tech_center: '' }),
  ];
  expect(await send('admin', groupPath, false, good)).toEqual({ rows: 2, written: true, faults: [] });
  const [made] = await world.db.select().from(userGroups).where(eq(userGroups.register_code, 'IMP-1'));
  expect(made).toMatchObject({ type: 'hospital', tech_center_id: await world.idOf('Center') });
  expect((await world.ask('center', 'POST', groupPath, { dry_run: true, rows: good })).status).toBe(403);
});
