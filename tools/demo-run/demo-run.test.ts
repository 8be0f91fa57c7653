import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '@rhythmdesk/server/platform/postgres/directory-lock';
import { demoEnvironment, demoOrigin } from './demo-environment.ts';
import { claimDemoFolder, emptyDemoFolder } from './demo-folder.ts';
import { untilReady } from './until-ready.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the demo never sees a real installation’s database or folder, and listens on this machine', () => {
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

test('HOST and PORT are the user’s to set', () => {
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

test('a folder with something else in it is left alone', () => {
  writeFileSync(join(folder, 'thesis.txt'), 'mine');
  expect(() => claimDemoFolder(folder)).toThrow(/holds something/);
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('a folder that a server runs on is not emptied', async () => {
  claimDemoFolder(folder);
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'kept'), '1');
  const lock = await lockDirectory(join(folder, 'postgres'));
  await expect(emptyDemoFolder(folder)).rejects.toMatchObject({ code: 'postgres/data-directory-in-use' });
  expect(existsSync(join(folder, 'kept'))).toBe(true);
  await lock.release();
});

test('ready is what /readyz says, and a server that ended never is', async () => {
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
