/**
 * Tests every route with a case for every role in every place: the own institution, the neighbouring hospital, another
 * center.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Route } from '@rhythmdesk/contract/route';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { routes } from '@rhythmdesk/contract/routes';
import { tenants } from '../testing/test-tenants.ts';
import type { Person } from '../testing/test-two-centers.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let case_id: number;
const nobodys = 999_999_999;

beforeAll(async () => {
  world = await tenants();
  case_id = await world.caseIn('start');
});

const caseRoutes = Object.entries<Route>(routes).filter(([, route]) => route.path.includes(':case_id'));

/** The users who see the case, listed manually and not taken from the matrix that the server uses. */
const seesCase = new Set([
  'doctor',
  'manager',
  'technician',
  'colleague',
  'chief',
  'center',
  'distributer',
  'admin',
]);
const seesRecording = new Set(['doctor', 'technician', 'colleague', 'chief', 'admin']);

const fill = (path: string, id: number): string =>
  path
    .replace(':case_id', String(id))
    .replace(/:(lead|level|index)/g, '0')
    .replace(':version', '1');

async function ask(route: Route, id: number, who: Person): Promise<{ status: number; body: string }> {
  const body = route.method === 'GET' || route.upload !== undefined ? undefined : { version: 1 };
  // The export format is tables, because the recording of these cases is a row without a signal.
  const query = route.path.endsWith('/export') ? '?format=csv' : '';
  const answer = await world.call(`${fill(route.path, id)}${query}`, who.token, {
    method: route.method,
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text.replace(/"request_id":"[^"]*"/, '') };
}

test('a case out of scope gets the same answer as a missing one, and a role without the permission gets 403', async () => {
  let tried = 0;
  for (const [name, route] of caseRoutes) {
    if (route.allow === 'anyone') throw new Error(`${name} is open to anyone`);
    for (const who of world.people.values()) {
      const real = await ask(route, case_id, who);
      const none = await ask(route, nobodys, who);
      tried += 1;
      if (permissions[route.allow][who.role_key] === '-') {
        expect([name, who.name, real.status]).toEqual([name, who.name, 403]);
      } else if (!seesCase.has(who.name)) {
        expect([name, who.name, real.status]).toEqual([name, who.name, none.status]);
        expect([name, who.name, real.body]).toEqual([name, who.name, none.body]);
      }
    }
  }
  expect(tried).toBe(caseRoutes.length * world.people.size);
  expect(caseRoutes.length).toBeGreaterThan(25);
});

test('users in scope read what the matrix allows', async () => {
  await world.giveReason(case_id);
  const withRecording = (name: string): number => (seesRecording.has(name) ? 200 : 404);
  const expected: Record<string, (name: string) => number> = {
    analysis: withRecording,
    analysisVersions: withRecording,
    readCase: (name) => (seesCase.has(name) ? 200 : 404),
    caseFiles: (name) => (seesCase.has(name) ? 200 : 404),
    caseHistory: (name) => (name === 'distributer' ? 403 : seesCase.has(name) ? 200 : 404),
    comments: (name) => (name === 'distributer' ? 403 : seesCase.has(name) ? 200 : 404),
    report: (name) => (name === 'distributer' ? 403 : seesCase.has(name) ? 416 : 404),
    recording: withRecording,
    exportRecording: (name) => (seesRecording.has(name) ? 406 : 404),
  };
  for (const [name, codeFor] of Object.entries(expected)) {
    const route = Object.entries<Route>(routes).find(([key]) => key === name)?.[1];
    if (route === undefined) throw new Error(name);
    for (const who of world.people.values()) {
      const never = route.allow !== 'anyone' && permissions[route.allow][who.role_key] === '-';
      const { status } = await ask(route, case_id, who);
      expect([name, who.name, status]).toEqual([name, who.name, never ? 403 : codeFor(who.name)]);
    }
  }
});

test('lists contain the case for users who see it, and for nobody else', async () => {
  for (const who of world.people.values()) {
    const answer = await world.call(`case/cases?case_id=${String(case_id)}`, who.token);
    const listed: unknown = await answer.json();
    const total: unknown =
      typeof listed === 'object' && listed !== null ? Reflect.get(listed, 'total') : null;
    expect([who.name, answer.status, total]).toEqual([who.name, 200, seesCase.has(who.name) ? 1 : 0]);
  }
});

test('an administrator must give a reason before opening a case', async () => {
  const fresh = await world.caseIn('request');
  const admin = world.person('admin');
  const first = await world.call(`case/case/${String(fresh)}`, admin.token);
  expect(first.status).toBe(422);
  const second = await world.call(
    `case/case/${String(fresh)}?reason=${encodeURIComponent('support call')}`,
    admin.token,
  );
  expect(second.status).toBe(200);
  expect((await world.call(`case/case/${String(fresh)}`, admin.token)).status).toBe(200);
});
