/** Tests install.sh in a root of its own, where it starts nothing. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../processes/child-process.ts';
import { writeSums } from './pack-tree.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-installer-'));
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a release with the real files of the installation and none of the programs. */
function release(version: string, upgradesFrom = '0.1.0'): string {
  const tree = join(folder, version);
  cpSync(join(import.meta.dirname, 'product'), tree, { recursive: true });
  writeFileSync(
    join(tree, 'RELEASE'),
    `VERSION=${version}\nPLATFORM=linux-x64\nUPGRADES_FROM=${upgradesFrom}\n`,
  );
  writeSums(tree);
  return tree;
}
const install = (tree: string, ...options: string[]) =>
  runCaptured('sh', [join(tree, 'install.sh'), '--root', root, ...options], { cwd: '/' });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('it makes folders, settings, units and the command, and a second run leaves the settings', async () => {
  const tree = release('0.1.0');
  const first = await install(tree, '--port', '4730');
  expect(first.output).toContain('Nothing was started');
  expect(first.code).toBe(0);
  expect(readlinkSync(join(root, 'opt/rhythmdesk/current'))).toBe('releases/0.1.0');
  expect(readlinkSync(join(root, 'usr/local/bin/rhythmdesk'))).toBe('/opt/rhythmdesk/current/bin/rhythmdesk');
  expect(read('etc/rhythmdesk/rhythmdesk.env')).toContain('PORT=4730\nDATA_DIR=/var/lib/rhythmdesk/data\n');
  const unit = read('etc/systemd/system/rhythmdesk.service');
  expect(unit).toContain('ExecStart=/opt/rhythmdesk/current/node/bin/node /opt/rhythmdesk/current/app/');
  expect(unit).not.toContain('@');
  writeFileSync(join(root, 'etc/rhythmdesk/rhythmdesk.env'), 'DATA_DIR=/var/lib/rhythmdesk/data\nPORT=9\n');
  expect((await install(tree)).code).toBe(0);
  expect(read('etc/rhythmdesk/rhythmdesk.env')).toContain('PORT=9\n');
});

test('it upgrades beside the old version, returns to it, and refuses skipped and backward steps', async () => {
  await install(release('0.1.0'));
  expect((await install(release('0.2.0'))).output).toContain('Upgraded from 0.1.0 to 0.2.0');
  expect(readlinkSync(join(root, 'opt/rhythmdesk/current'))).toBe('releases/0.2.0');
  expect(existsSync(join(root, 'opt/rhythmdesk/releases/0.1.0'))).toBe(true);
  const skipped = await install(release('0.5.0', '0.4.0'));
  expect([skipped.code, skipped.output]).toEqual([1, expect.stringContaining('Install 0.4.0 first')]);
  const backward = await install(join(folder, '0.1.0'));
  expect([backward.code, backward.output]).toEqual([1, expect.stringContaining('newer than 0.1.0')]);
  expect((await install(join(folder, '0.2.0'), '--back')).output).toContain('Version 0.1.0 runs again');
  expect(readlinkSync(join(root, 'opt/rhythmdesk/current'))).toBe('releases/0.1.0');
});

test('the settings name both ways of encryption, as the server accepts them', async () => {
  await install(release('0.1.0'));
  const lines = read('etc/rhythmdesk/rhythmdesk.env').matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm);
  const { PORT, ...given } = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(given).toSorted()).toEqual([
    ...[
      'DATA_DIR',
      'HOST',
      'HTTP_REDIRECT_PORT',
      'PUBLIC_URL',
      'TLS_CERT_FILE',
      'TLS_KEY_FILE',
      'TRUST_PROXY',
    ],
  ]);
  expect(readConfig({ ...given, PORT })).toMatchObject({
    HTTP_REDIRECT_PORT: 80,
    TRUST_PROXY: ['127.0.0.1'],
  });
  const unit = read('etc/systemd/system/rhythmdesk.service');
  expect(unit).toContain('\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n');
  for (const name of ['compose.yaml', 'compose.postgres-s3.yaml'])
    expect(readFileSync(join(import.meta.dirname, 'product', name), 'utf8')).toContain(
      'TRUST_PROXY: ${TRUST_PROXY:-false}',
    );
});

test('the address at the end has the scheme that the server speaks', async () => {
  const steps = join(import.meta.dirname, 'product/install-steps.sh');
  const settings = join(folder, 'settings');
  const shown = async (text: string) => {
    writeFileSync(settings, `HOST=127.0.0.1\nPORT=443\n${text}`);
    const script = 'root=; . "$0"; settings=$1; address';
    return (await runCaptured('sh', ['-c', script, steps, settings], { cwd: '/' })).stdout.trim();
  };
  expect(await shown('')).toBe('http://127.0.0.1:443');
  expect(await shown('TLS_CERT_FILE=/etc/rhythmdesk/tls/cert.pem\n')).toBe('https://127.0.0.1:443');
});

test('a run that ended before it switched leaves nothing that the next one switches to', async () => {
  const [first, second] = [release('0.1.0'), release('0.2.0')];
  await install(first);
  // An installer of 0.1.0 that was killed between its last two steps leaves this link.
  symlinkSync('releases/0.1.0', join(root, 'opt/rhythmdesk/current.new'));
  expect((await install(second)).code).toBe(0);
  expect(readlinkSync(join(root, 'opt/rhythmdesk/current'))).toBe('releases/0.2.0');
});

test('a folder of the data in quotes is removed, and settings without one remove nothing', async () => {
  const tree = release('0.1.0');
  await install(tree, '--data', '/srv/rhythmdesk');
  const settings = join(root, 'etc/rhythmdesk/rhythmdesk.env');
  writeFileSync(settings, `PORT=1\n`);
  for (const options of [[], ['--remove', '--purge']]) {
    const { code, output } = await install(tree, ...options);
    expect([code, output]).toEqual([1, expect.stringContaining('DATA_DIR')]);
  }
  expect(existsSync(join(root, 'opt/rhythmdesk/current'))).toBe(true);
  writeFileSync(settings, `DATA_DIR=/former\nDATA_DIR='/srv/rhythmdesk'\n`);
  expect((await install(tree)).code).toBe(0);
  expect((await install(tree, '--remove', '--purge')).code).toBe(0);
  expect(existsSync(join(root, 'srv/rhythmdesk'))).toBe(false);
  expect(existsSync(join(root, 'etc'))).toBe(true);
});

test('a damaged archive is refused before anything is written', async () => {
  const tree = release('0.1.0');
  writeFileSync(join(tree, 'compose.yaml'), 'damaged');
  const { code, output } = await install(tree);
  expect([code, output]).toEqual([1, expect.stringContaining('damaged or missing')]);
  expect(existsSync(join(root, 'opt'))).toBe(false);
});

test('a removal keeps the data, and --purge removes it', async () => {
  const tree = release('0.1.0');
  await install(tree);
  writeFileSync(join(root, 'var/lib/rhythmdesk/data/row'), '');
  expect((await install(tree, '--remove')).code).toBe(0);
  expect(existsSync(join(root, 'opt/rhythmdesk'))).toBe(false);
  expect(existsSync(join(root, 'var/lib/rhythmdesk/data/row'))).toBe(true);
  await install(tree, '--remove', '--purge');
  expect(existsSync(join(root, 'var/lib/rhythmdesk'))).toBe(false);
  expect(existsSync(join(root, 'etc/rhythmdesk'))).toBe(false);
});
