/**
 * Packs the client and installs its tarball as another programmer would: the example of the documentation runs against
 * a real server and compiles, and a wrong call does not compile.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import { institutionWorld } from '@rhythmdesk/server/testing/test-institutions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { packClient } from './client-package.ts';
import { typeText } from './type-text.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  const tarball = await packClient(folder);
  const installed = join(folder, 'node_modules/@rhythmdesk/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function exampleOf(file: string): Promise<string> {
  const page = await readFile(join(repositoryRoot, 'docs/integration.md'), 'utf8');
  const [, text] = new RegExp(`\`\`\`js\\n(// ${file}:[^]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`the page has no ${file}`);
  return text;
}

async function compile(text: string): Promise<string> {
  await writeFile(join(folder, 'tried.mts'), text);
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,dom.iterable',
  ];
  const args = [
    compiler,
    ...options,
    '--types',
    'node',
    '--typeRoots',
    join(repositoryRoot, 'node_modules/@types'),
  ];
  const done = run(process.execPath, [...args, join(folder, 'tried.mts')], { cwd: folder });
  return done.then(
    () => '',
    (fault: unknown) => String(Reflect.get(Object(fault), 'stdout')),
  );
}

test('the example of the documentation runs with an API key, and compiles', async () => {
  const world = await institutionWorld();
  await world.caseIn('start');
  const hospital = await world.idOf('Hospital');
  const wanted = { name: 'Statistics', scopes: ['case.read'], days: 30 };
  const made = await world.ask('admin', 'POST', `user/usergroup/${String(hospital)}/keys`, wanted);
  const { secret } = apiKeyRoutes.createApiKey.output.parse(made.body);
  const example = await exampleOf('cases.mjs');
  await writeFile(join(folder, 'cases.mjs'), example);
  const env = { ...process.env, RHYTHMDESK_URL: world.address, RHYTHMDESK_KEY: secret };
  const { stdout } = await run(process.execPath, ['cases.mjs'], { cwd: folder, env });
  expect(stdout).toMatch(/^HNT\d+ start\n(.*\n)*refused: auth\/key-scope\n$/);
  const typed = example
    .replaceAll(/(process\.env\.\w+)/g, "($1 ?? '')")
    .replace('(daysAgo)', '(daysAgo: number)');
  expect(await compile(typed)).toBe('');
});

test('a wrong call does not compile, each on a line of its own', async () => {
  const calls = [
    "import { connect } from '@rhythmdesk/client';",
    "const client = connect({ address: 'x', key: 'y' });",
    "await client.call('readCase', { case_id: 7 });",
    "await client.call('nothing');",
    "await client.call('readCase', { case_id: 'seven' });",
    "await client.call('readCase');",
    "await client.download('readCase', { case_id: 7 });",
  ];
  const faults = await compile(`${calls.join('\n')}\nexport {};\n`);
  const lines = [...faults.matchAll(/^tried\.mts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)]).toEqual([4, 5, 6, 7]);
});

test('a schema becomes the type that it says', () => {
  const object = {
    type: 'object',
    properties: { a: { type: 'integer' }, 'b-c': { const: 1 } },
    required: ['a'],
  };
  expect(typeText(object)).toBe('{ a: number; "b-c"?: 1 }');
  expect(typeText({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe(
    '(string | null)[]',
  );
  expect(typeText({ type: 'array', prefixItems: [{ type: 'number' }, { enum: ['x', 'y'] }] })).toBe(
    '[number, "x" | "y"]',
  );
  expect(typeText({ type: 'object', additionalProperties: { type: ['string', 'null'] } })).toBe(
    'Record<string, string | null>',
  );
  expect(typeText({})).toBe('unknown');
});
