import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '@rhythmdesk/server/platform/postgres/directory-lock';
import { demoPassword, demoUsers } from '../demo/demo-people.ts';
import { demoEnvironment, demoOrigin } from './demo-environment.ts';
import { beginLoading, claimDemoFolder, emptyDemoFolder, endLoading, wasCutOff } from './demo-folder.ts';
import { lastWords } from './demo-processes.ts';
import { DemoTerminal } from './demo-terminal.ts';
import { demoHelp, demoOptions } from './demo-options.ts';
import { untilReady } from './until-ready.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the demo never uses a real installation’s database or folder, and listens on this machine', () => {
  const given = {
    DATABASE_URL: 'postgres://real',
    DATABASE_OWNER_URL: 'postgres://real',
    DATA_DIR: '/srv',
    MAIL_URL: 'smtp://real',
    LANG: 'C',
  };
  expect(demoEnvironment(given, '.data/demo')).toEqual({
    SUPPORT_EMAIL: 'support@rhythmdesk.example',
    SUPPORT_PHONE: '+81 3-0000-0000',
    MAIL_FROM: 'no-reply@rhythmdesk.example',
    COMPANY_ADDRESS: '1-2-3 Toranomon, Minato-ku, Tokyo',
    SESSIONS_PER_USER: '100',
    LANG: 'C',
    HOST: '127.0.0.1',
    PORT: '8080',
    DATA_DIR: resolve('.data/demo'),
    DEMO: 'true',
    PUBLIC_URL: 'http://127.0.0.1:8080',
    API_ORIGIN: 'http://127.0.0.1:8080',
  });
});

test('the user may set HOST and PORT', () => {
  expect(demoEnvironment({ HOST: '0.0.0.0', PORT: '9' }, 'x')).toMatchObject({ HOST: '0.0.0.0', PORT: '9' });
  expect(demoOrigin('0.0.0.0', '9')).toBe('http://127.0.0.1:9');
  expect(demoOrigin('::1', '9')).toBe('http://[::1]:9');
});

test('a reset empties the demo’s own folder and keeps its mark', async () => {
  claimDemoFolder(folder);
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files/one'), '1');
  await emptyDemoFolder(folder);
  expect(readdirSync(folder)).toEqual(['.rhythmdesk-demo']);
  claimDemoFolder(folder);
});

test('a folder with other content is not changed', () => {
  writeFileSync(join(folder, 'thesis.txt'), 'mine');
  expect(() => claimDemoFolder(folder)).toThrow(/contains files/);
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('a folder in use by a server is not emptied', async () => {
  claimDemoFolder(folder);
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'kept'), '1');
  const lock = await lockDirectory(join(folder, 'postgres'));
  await expect(emptyDemoFolder(folder)).rejects.toMatchObject({ code: 'postgres/data-directory-in-use' });
  expect(existsSync(join(folder, 'kept'))).toBe(true);
  await lock.release();
});

test('a folder with an interrupted load is known until it is emptied or loaded', async () => {
  claimDemoFolder(folder);
  expect(wasCutOff(folder)).toBe(false);
  beginLoading(folder);
  expect(wasCutOff(folder)).toBe(true);
  await emptyDemoFolder(folder);
  expect(wasCutOff(folder)).toBe(false);
  beginLoading(folder);
  endLoading(folder);
  expect(wasCutOff(folder)).toBe(false);
});

test('an ended server is quoted in plain words, without its JSON', () => {
  const log = join(folder, 'server.log');
  writeFileSync(log, '{"level":"info"}\nDATA_DIR is wrong.\n{"level":"info"}\n');
  expect(lastWords(log)).toBe('DATA_DIR is wrong.');
  writeFileSync(log, '{"level":"info"}\n');
  expect(lastWords(log)).toContain(log);
});

function shownBy(isTTY: boolean, use: (terminal: DemoTerminal) => void): string {
  let text = '';
  use(new DemoTerminal({ isTTY, write: (more: string) => (text += more) }));
  return text;
}

test('in a terminal the count of cases is one line, otherwise a line for every hundred', () => {
  const count = (terminal: DemoTerminal): void => {
    for (let loaded = 1; loaded <= 200; loaded += 1) terminal.cases(loaded, 200);
    terminal.say('ready');
  };
  const counts = Array.from({ length: 200 }, (_, index) => `\r  Cases  ${String(index + 1)} of 200`);
  expect(shownBy(true, count)).toBe(`${counts.join('')}\nready\n`);
  expect(shownBy(false, count)).toBe('  Cases  100 of 200\n  Cases  200 of 200\nready\n');
});

test('the welcome names the address, all sign-ins, the log and how to reset', () => {
  const place = {
    ...{ origin: 'http://127.0.0.1:9', folder: '.data/x', log: '.data/x/server.log' },
    partners: 'http://127.0.0.1:10',
  };
  const text = shownBy(false, (terminal) => terminal.welcome(place));
  for (const words of [
    'http://127.0.0.1:9',
    place.partners,
    '.data/x/server.log',
    '--reset --dir=.data/x',
    demoPassword,
  ])
    expect(text).toContain(words);
  for (const { user_id } of demoUsers) expect(text).toMatch(new RegExp(`^  ${user_id} +\\S`, 'm'));
});

test('the demo is ready when /readyz says so, and never after the server ended', async () => {
  let tries = 0;
  const server = createServer((_request, response) => {
    tries += 1;
    response.writeHead(tries < 3 ? 500 : 200).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const forever = Promise.withResolvers<number>().promise;
  expect(await untilReady(`http://127.0.0.1:${port}`, forever)).toBe(true);
  expect(tries).toBe(3);
  server.closeAllConnections();
  server.close();
  expect(await untilReady(`http://127.0.0.1:${port}`, Promise.resolve(1))).toBe(false);
});

test('the help lists every option of the demo; an unknown one is refused', () => {
  const help = demoHelp();
  for (const name of Object.keys(demoOptions([]))) expect(help).toContain(`--${name}`);
  expect(demoOptions(['--dir=/x', '--long'])).toMatchObject({ dir: '/x', long: true, help: false });
  expect(() => demoOptions(['--unknown'])).toThrow(/unknown/i);
});
