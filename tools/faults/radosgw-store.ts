/**
 * Runs Ceph's object gateway on loopback over a small Ceph of its own, from Debian's packages: one monitor, one store in
 * memory, the gateway.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { missing } from './installed.ts';
import { isAnswering, type RunningStore } from './swift-store.ts';
import { until } from './until.ts';

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const [key, secret] = ['judge', 'judge-secret'];

const keys = [
  ['mon.', '--cap', 'mon', 'allow *'],
  ['client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
  ['client.rgw', '--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx'],
  ['osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'],
] as const;

const settingsOf = (folder: string, id: string, monitor: string, port: number): string => `[global]
fsid = ${id}
mon host = ${monitor}
mon initial members = a
keyring = ${join(folder, 'keyring')}
osd pool default size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 8589934592
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
ms bind ipv6 = false
mon data = ${join(folder, 'mon')}
osd data = ${join(folder, 'osd')}
rgw data = ${join(folder, 'rgw')}
admin socket = ${join(folder, 'run')}/$name.$pid.asok
pid file = ${join(folder, 'run')}/$name.pid
log file = ${join(folder, 'run')}/$name.log
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${String(port)}
`;

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

function makeKeys(folder: string): void {
  const ring = join(folder, 'keyring');
  run('ceph-authtool', '--create-keyring', ring);
  for (const [name, ...caps] of keys) run('ceph-authtool', ring, '--gen-key', '-n', name, ...caps);
}

/** Each of the daemons leaves its process in the background and its id in a file. */
function pidsIn(folder: string): number[] {
  const place = join(folder, 'run');
  return readdirSync(place)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(place, name), 'utf8')));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function stopAll(folder: string): Promise<void> {
  const pids = pidsIn(folder).filter(isRunning);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await until('Ceph has ended', () => !pids.some(isRunning));
  rmSync(folder, { recursive: true, force: true });
}

async function startDaemons(folder: string, endpoint: string, port: number): Promise<void> {
  const [id, disk] = [randomUUID(), randomUUID()];
  const monitor = `127.0.0.1:${String(await freePort())}`;
  const config = ['-c', join(folder, 'ceph.conf')];
  writeFileSync(join(folder, 'ceph.conf'), settingsOf(folder, id, `[v2:${monitor}/0]`, port));
  makeKeys(folder);
  const map = join(folder, 'monmap');
  run('monmaptool', '--create', '--add', 'a', monitor, '--fsid', id, map);
  run('ceph-mon', ...config, '-i', 'a', '--mkfs', '--monmap', map, '--keyring', join(folder, 'keyring'));
  run('ceph-mon', ...config, '-i', 'a');
  run('ceph', ...config, 'osd', 'create', disk);
  run('ceph-osd', ...config, '-i', '0', '--mkfs', '--osd-uuid', disk);
  run('ceph-osd', ...config, '-i', '0');
  run('radosgw', ...config, '-n', 'client.rgw');
  await until('the gateway answers', () => isAnswering(endpoint));
  const user = ['--uid=judge', '--display-name=Judge', `--access-key=${key}`, `--secret-key=${secret}`];
  run('radosgw-admin', ...config, '-n', 'client.rgw', 'user', 'create', ...user);
}

export async function startRadosgw(): Promise<RunningStore> {
  const folder = mkdtempSync(join(tmpdir(), 'radosgw-'));
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(folder, name));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const stop = (): Promise<void> => stopAll(folder);
  try {
    await startDaemons(folder, endpoint, port);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { endpoint, key, secret, stop };
}

export const missingOfRadosgw = (): string | undefined => missing(programs);
