import { routes as contractRoutes } from '@rhythmdesk/contract/routes';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImportGraph } from '../checks/import-graph.ts';
import { ownFiles, repositoryRoot } from '../processes/repository.ts';
import { affectedUnits, meetingPlaces } from './affected-units.ts';
import { answeredWith, importedFrom, readRouteCalls, routesIn } from './route-calls.ts';

const server = 'packages/server/src';
const contract = `export const pinRoutes = defineRoutes({
  pins: {
    method: 'GET',
    path: 'pin/pins',
  },
  answerPin: {
    method: 'POST',
    path: 'pin/pins/:pin_id/answer',
  },
});
`;
const handlers = `import { readPins } from './read-pins.ts';
import { draw, type Pin as Mark } from './pin.ts';
import { answer } from './answer.ts';

const judged = (pin: Mark): boolean => answer(pin);

export function pinHandlers({ db }: Dependencies) {
  return {
    pins: ({ caller }) => readPins(db, caller),
    answerPin: async (call) => {
      await judged(call.input);
    },
  };
}
`;
const files = {
  'packages/contract/src/pins.ts': contract,
  [`${server}/features/pins/handlers.ts`]: handlers,
  [`${server}/features/pins/read-pins.ts`]: 'export const readPins = 1;\n',
  [`${server}/features/pins/answer.ts`]: 'export const answer = 1;\n',
  [`${server}/features/pins/answer.test.ts`]: "import './answer.ts';\n",
  [`${server}/features/pins/sweep-pins.ts`]: 'export const sweep = 1;\n',
  [`${server}/app/compose.ts`]: "import '../features/pins/handlers.ts';\n",
  [`${server}/app/jobs.ts`]: "import '../features/pins/sweep-pins.ts';\n",
  [`${server}/testing/test-web.ts`]: "import '../app/compose.ts';\nimport '../app/jobs.ts';\n",
  [`${server}/features/pins/pin-answers.test.ts`]:
    "import '../../testing/test-web.ts';\nawait call(`pin/pins/${String(id)}/answer`);\n",
  [`${server}/app/tenants.test.ts`]: "import '../testing/test-web.ts';\nawait call('pin/pins');\n",
  [`${server}/app/other.test.ts`]: "import '../testing/test-web.ts';\nawait call('case/cases');\n",
  [`${server}/features/pins/pin-kill.test.ts`]: "import './answer.ts';\n",
  [`${server}/migrations/0001-pins.sql`]: 'select 1;\n',
  [`${server}/platform/test-database.ts`]: "const folder = join(here, '../migrations');\n",
  [`${server}/platform/all.test.ts`]:
    "import './scan.ts';\nglobSync('packages/server/src/features/*/sweep-*.ts');\n",
  [`${server}/platform/rows.test.ts`]: "import './test-database.ts';\n",
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk-affected-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

function affected(...changed: string[]) {
  const paths = changed.map((path) => `${server}/${path}`);
  const { importing, calling, long } = affectedUnits(root, readImportGraph(root, paths), paths);
  const short = (list: readonly string[]): string[] => list.map((path) => path.slice(server.length + 1));
  return { importing: short(importing), calling: short(calling), long: short(long) };
}

test('a changed file selects the tests that import it and those that call a route which it serves', () => {
  expect(affected('features/pins/answer.ts')).toEqual({
    importing: ['features/pins/answer.test.ts'],
    calling: ['features/pins/pin-answers.test.ts'],
    long: ['features/pins/pin-kill.test.ts'],
  });
  const both = ['app/tenants.test.ts', 'features/pins/pin-answers.test.ts'];
  expect(affected('features/pins/read-pins.ts').calling).toEqual(both);
  expect(affected('features/pins/handlers.ts').calling).toEqual(both);
});

test('a feature without a route selects its tests of the whole server', () => {
  expect(affected('features/pins/sweep-pins.ts').calling).toEqual(['features/pins/pin-answers.test.ts']);
});

test('a test that reads the text of files is affected by these files alone', () => {
  expect(affected('features/pins/sweep-pins.ts').importing).toEqual(['platform/all.test.ts']);
  expect(affected('features/pins/read-pins.ts').importing).toEqual([]);
});

test('a change of the server’s composition affects every test of the whole server', () => {
  const whole = ['app/other.test.ts', 'app/tenants.test.ts', 'features/pins/pin-answers.test.ts'];
  expect(affected('testing/test-web.ts').importing).toEqual(whole);
  expect(affected('app/compose.ts').importing).toEqual([]);
});

test('a migration selects every test with a database, and a removed file those that name it', () => {
  expect(affected('migrations/0001-pins.sql').importing).toEqual(['platform/rows.test.ts']);
  rmSync(join(root, server, 'features/pins/answer.ts'));
  expect(affected('features/pins/answer.ts').importing).toEqual(['features/pins/answer.test.ts']);
});

test('renamed imports are followed, and the routes of a function that uses them', () => {
  const routes = routesIn(contract);
  expect(routes.map(({ path }) => path)).toEqual(['pin/pins', 'pin/pins/*/answer']);
  expect(importedFrom(handlers, (module) => module === './pin.ts')).toEqual(['draw', 'Mark']);
  const keys = (names: readonly string[] | 'any') =>
    answeredWith(handlers, routes, names).map(({ key }) => key);
  expect([keys(['answer']), keys(['readPins']), keys([]), keys('any')]).toEqual([
    ['answerPin'],
    ['pins'],
    [],
    ['pins', 'answerPin'],
  ]);
});

test('every route of the product is read, and every composition file exists', () => {
  const present = ownFiles(repositoryRoot);
  const { routes } = readRouteCalls(repositoryRoot, present);
  const read = new Set(routes.map(({ key }) => key));
  const actions = Object.keys(contractRoutes).filter((key) => key.startsWith('case/'));
  expect(Object.keys(contractRoutes).filter((key) => !read.has(key))).toEqual(actions);
  expect(meetingPlaces.filter((path) => !present.includes(path))).toEqual([]);
});
