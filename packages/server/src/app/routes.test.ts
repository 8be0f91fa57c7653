/** Tests invariants of every route of the table on the running server. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '@rhythmdesk/contract/routes';
import { isJsonAnswer, pathParameters, type Route } from '@rhythmdesk/contract/route';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { roleKeys, roles, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { testWeb } from '../testing/test-web.ts';

let server: Awaited<ReturnType<typeof testWeb>>;
const tokens = new Map<RoleKey, string>();
const catalogue = new Set([200, 201, 401, 403, 404, 406, 409, 410, 416, 422]);
const table = Object.entries<Route>(routes);

beforeAll(async () => {
  server = await testWeb();
  for (const role of roleKeys) {
    const group = await server.addGroup(roles[role].group_types[0], `Group of ${role}`);
    tokens.set(role, (await server.addUser(`user${role}`, role, group)).token);
  }
});

const filled = (route: Route, value: string) =>
  pathParameters(route.path).reduce((path, name) => path.replace(`:${name}`, value), route.path);

async function status(route: Route, token: string | null, body: unknown, path = filled(route, '1')) {
  const inBody = route.method !== 'GET' && route.upload === undefined;
  const answer = await server.call(path, token, { method: route.method, ...(inBody ? { body } : {}) });
  await answer.body?.cancel();
  return answer.status;
}

test('without a session every route except sign-in is 401', async () => {
  for (const [name, route] of table) {
    // The sign-in page requests its providers without any input.
    const open = name === 'signInProviders' ? 200 : 422;
    const expected = route.allow === 'anyone' ? open : 401;
    expect([name, await status(route, null, {})]).toEqual([name, expected]);
  }
});

test('a role without the permission gets 403, and no other role does', async () => {
  for (const [name, route] of table) {
    if (route.allow === 'anyone' || name === 'logout') continue;
    for (const role of roleKeys) {
      const never = permissions[route.allow][role] === '-';
      const got = await status(route, tokens.get(role) ?? '', { unknown: 1 });
      expect([name, role, got === 403]).toEqual([name, role, never]);
      expect([name, role, catalogue.has(got)]).toEqual([name, role, true]);
    }
  }
});

test('no input causes an internal error', async () => {
  const names = [...new Set(table.flatMap(([, route]) => Object.keys(route.input.shape)))];
  const likely = fc.constantFrom(
    ...[1, '1', 0, -1, true, 'true', '', 'x', 'normal', 'HN000001', 'a@b.kr', '+09:00', '２０２６'],
    ...['2026-11-01', '2026-02-30', '2026-11-20T00:00:00Z', '0000-01-01', '9999-12-31T23:59:59.999Z'],
    ...[[1], ['1', '2'], null, 1e15, 2 ** 53, '😀'.repeat(40), '\ud800', "'; drop table users; --", '%_\\'],
  );
  const value = fc.oneof(likely, fc.jsonValue({ maxDepth: 2 }));
  const junk = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
  const piece = fc.oneof(
    fc.constantFrom('1', '0', '-1', '1e9', '9007199254740993', 'null', '%00', '%2e%2e', "1' or '1'='1"),
    fc.string({ maxLength: 8 }).map(encodeURIComponent),
  );
  const rows = new Map(table.filter(([name, row]) => isJsonAnswer(row.output) && name !== 'logout'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...rows.keys()),
      fc.constantFrom(...roleKeys),
      junk,
      piece,
      async (name, role, body, part) => {
        const route = rows.get(name);
        if (route === undefined) throw new Error(name);
        const query = new URLSearchParams();
        for (const [key, value] of Object.entries(body))
          query.append(key, typeof value === 'string' ? value : JSON.stringify(value));
        const filledPath = filled(route, part);
        const path = route.method === 'GET' ? `${filledPath}?${query.toString()}` : filledPath;
        const got = await status(route, tokens.get(role) ?? '', body, path);
        expect([name, got, catalogue.has(got)]).toEqual([name, got, true]);
      },
    ),
    { numRuns: 600 },
  );
});
