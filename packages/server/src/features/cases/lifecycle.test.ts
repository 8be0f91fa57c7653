/** Tests the lifecycle on the real server and database: every status × action × role, and random histories. */
import fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { caseActions, transitionOf, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { caseStatuses, type CaseStatus } from '@rhythmdesk/domain/case/status';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { historyIsIntact } from '../../records/cases/case-history.ts';
import { caseHistory, cases } from '../../platform/db/schema/cases.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
beforeAll(async () => {
  world = await tenants();
});

const callers = [
  'doctor',
  'technician',
  'colleague',
  'chief',
  'manager',
  'center',
  'admin',
  'distributer',
  'carrier',
];

/** Which actions a status allows to whom, written manually from decisions.md, section 3; nothing else is allowed. */
const allowed: Readonly<Record<CaseStatus, Readonly<Partial<Record<CaseAction, readonly string[]>>>>> = {
  ready: { request: ['doctor', 'manager', 'admin'], close: ['doctor', 'chief', 'center', 'admin'] },
  request: {
    'cancel-request': ['doctor', 'manager', 'admin'],
    'assign-to-me': ['technician', 'colleague', 'chief'],
    assign: ['chief', 'center', 'admin'],
    'change-team': ['chief', 'center', 'admin'],
    close: ['doctor', 'chief', 'center', 'admin'],
  },
  assigned: {
    unassign: ['technician', 'chief', 'center'],
    reject: ['technician'],
    start: ['technician'],
    reassign: ['chief', 'center'],
    'change-team': ['chief', 'center', 'admin'],
    close: ['chief', 'center', 'admin'],
  },
  start: {
    'take-back': ['chief', 'center', 'admin'],
    reassign: ['chief', 'center'],
    'change-team': ['chief', 'center', 'admin'],
    close: ['chief', 'center', 'admin'],
  },
  review: {
    'take-back': ['chief', 'center', 'admin'],
    reassign: ['chief', 'center'],
    'change-team': ['chief', 'center', 'admin'],
    'request-verification': ['technician'],
    complete: ['technician'],
    close: ['chief', 'center', 'admin'],
  },
  complete: { 'request-editing': ['doctor', 'admin'], close: ['doctor', 'chief', 'center', 'admin'] },
  edit: {
    reassign: ['chief', 'center'],
    'change-team': ['chief', 'center', 'admin'],
    'cancel-editing': ['doctor', 'chief', 'admin'],
    'request-verification': ['technician'],
  },
};

async function stateOf(case_id: number) {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('the case is gone');
  return row;
}

/** Sends the action as each of these users, who may not take it; the case stays as it is. */
async function expectRefused(
  status: CaseStatus,
  action: CaseAction,
  names: readonly string[],
  case_id: number,
) {
  const before = await stateOf(case_id);
  const answers = await Promise.all(
    names.map(async (name) => ({
      name,
      code: (await world.act(case_id, action, world.person(name), before.version)).status,
    })),
  );
  for (const { name, code } of answers) {
    const never = permissions[transitionOf(action).permission][world.person(name).role_key] === '-';
    const unseen = name === 'carrier';
    const codes = never ? [403] : unseen ? [404] : [406, 416, 422];
    expect([status, action, name, codes.includes(code), code]).toEqual([status, action, name, true, code]);
  }
  expect(await stateOf(case_id)).toEqual(before);
}

test.each(caseStatuses)(
  'in %s each action is accepted only from its users, and changes nothing otherwise',
  async (status) => {
    let case_id = await world.caseIn(status);
    for (const action of caseActions) {
      const may = allowed[status][action] ?? [];
      const others = callers.filter((name) => !may.includes(name));
      await expectRefused(status, action, others, case_id);
      for (const name of may) {
        const { version } = await stateOf(case_id);
        const answer = await world.act(case_id, action, world.person(name), version);
        expect([status, action, name, answer.status]).toEqual([status, action, name, 200]);
        expect((await stateOf(case_id)).version).toBe(version + 1);
        case_id = await world.caseIn(status);
      }
    }
  },
);

test('random histories keep the invariants: versions increase, the history is complete, a case is confirmed once', async () => {
  const command = fc.record({
    action: fc.constantFrom(...caseActions),
    who: fc.constantFrom(...callers),
    stale: fc.integer({ min: 0, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
      const case_id = await world.caseIn('review');
      let before = await stateOf(case_id);
      for (const { action, who, stale } of commands) {
        const at = stale === 0 ? before.version - 1 : before.version;
        const answer = await world.act(case_id, action, world.person(who), at);
        const after = await stateOf(case_id);
        if (answer.status === 200) expect([at, after.version]).toEqual([before.version, before.version + 1]);
        else expect(after).toEqual(before);
        if (before.closed_at !== null) expect(answer.status).not.toBe(200);
        if (before.confirmed_date !== null) expect(after.confirmed_date).toEqual(before.confirmed_date);
        before = after;
      }
      const { version } = before;
      const rows = await world.db
        .select()
        .from(caseHistory)
        .where(and(eq(caseHistory.case_id, case_id)));
      expect(rows).toHaveLength(version);
      expect(await historyIsIntact(world.db, case_id)).toBe(true);
    }),
    { numRuns: 12 },
  );
});

test('of twenty who assign the case at once one succeeds, by any route', async () => {
  const case_id = await world.caseIn('request');
  const at = await world.version(case_id);
  const names = ['technician', 'colleague', 'chief', 'center'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const name = names[index % names.length] ?? 'chief';
      return world.act(case_id, name === 'center' ? 'assign' : 'assign-to-me', world.person(name), at);
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await world.version(case_id)).toBe(at + 1);
});

test('a repeated call with its key gets the first answer and acts once', async () => {
  const case_id = await world.caseIn('ready');
  const body = { version: await world.version(case_id) };
  const headers = { 'idempotency-key': 'one-and-only' };
  const ask = () =>
    world.call(`case/case/${String(case_id)}/request`, world.person('doctor').token, {
      method: 'POST',
      body,
      headers,
    });
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await second.json()).toEqual(await first.json());
  expect(await world.version(case_id)).toBe(body.version + 1);
});

test('a repeated completion with its key gets the first answer too, and signs once', async () => {
  const case_id = await world.caseIn('review');
  const technician = world.person('technician');
  const body = { version: await world.version(case_id), password: world.password };
  const headers = { 'idempotency-key': 'signed-once' };
  const path = `case/case/${String(case_id)}/complete`;
  const ask = () => world.call(path, technician.token, { method: 'POST', body, headers });
  const first = await ask();
  const again = await ask();
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(await again.json()).toEqual(await first.json());
  expect(await world.version(case_id)).toBe(body.version + 1);
  const other = { method: 'POST', body: { ...body, comment: 'Another body.' }, headers };
  expect((await world.call(path, technician.token, other)).status).toBe(422);
});
