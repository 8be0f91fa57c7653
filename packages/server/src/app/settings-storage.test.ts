/** Tests that the settings of the database, of files, of backups and of monitoring reach what they set. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { emptyTestDatabase, testDatabase } from '../platform/db/test-database.ts';
import { transact } from '../platform/db/transact.ts';
import { bucketPlaceOf } from '../platform/files/bucket-place.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { idleHandlers } from '../platform/jobs/test-handlers.ts';
import { openLog } from '../platform/log/log.ts';
import { databaseUrl } from '../testing/test-process.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { backupsAt } from './bucket-backups.ts';
import { anchorFile, auditAnchorFile, checkAnchorFolder } from './installation-folders.ts';
import { openOperations } from './open-operations.ts';
import { openPlatform } from './open-platform.ts';

const log = openLog('silent');
const folder = await mkdtemp(path.join(tmpdir(), 'settings-storage-'));
afterAll(() => rm(folder, { recursive: true }));

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Listens on a free port; returns it, and the header of authorization of each request. */
async function listening(host = '127.0.0.1') {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.writeHead(404).end();
  }).listen(0, host);
  await once(server, 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port: portOf(server.address()), seen, close };
}

async function opened(name: string, settings: Record<string, string>) {
  const { app, owner } = await emptyTestDatabase();
  const urls = { DATABASE_URL: databaseUrl(app), DATABASE_OWNER_URL: databaseUrl(owner) };
  const replica =
    settings['DATABASE_REPLICA_URL'] === 'the same' ? { DATABASE_REPLICA_URL: urls.DATABASE_URL } : {};
  const config = readConfig({ DATA_DIR: path.join(folder, name), ...urls, ...settings, ...replica });
  const platform = await openPlatform(config, { log });
  onTestFinished(() => platform.close());
  return platform;
}

test('DATABASE_CONNECTIONS bounds the connections, and DATABASE_REPLICA_URL opens a replica', async () => {
  const { pool, replica } = await opened('pool', {
    DATABASE_CONNECTIONS: '4',
    DATABASE_REPLICA_URL: 'the same',
  });
  expect(replica).not.toBeNull();
  await Promise.all(Array.from({ length: 12 }, () => pool.query('select 1')));
  expect(pool.totalCount).toBeLessThanOrEqual(4);
  expect((await opened('no-replica', {})).replica).toBeNull();
});

test('with ANALYSIS_CONCURRENCY=0 analyses are left to other processes', async () => {
  const platform = await opened('jobs', { ANALYSIS_CONCURRENCY: '0' });
  const done: string[] = [];
  await platform.jobs.start({
    ...idleHandlers,
    'analyse-recording': () => Promise.resolve(void done.push('analysis')),
    'check-upload': ({ upload_id }) => Promise.resolve(void done.push(upload_id)),
  });
  const ask = (upload_id: string, case_id: number | null) =>
    inScope(everything, () =>
      transact(platform.db, async (tx) => {
        if (case_id !== null) await enqueue(tx, 'analyse-recording', { case_id });
        await enqueue(tx, 'check-upload', { upload_id });
      }),
    );
  await ask('first', 7);
  await expect.poll(() => done).toEqual(['first']);
  await ask('second', null);
  await expect.poll(() => done).toEqual(['first', 'second']);
});

test('DRAIN_SECONDS is how long a stopping server still answers that it stops', async () => {
  const web = await startWebPart(await testDatabase(), { DRAIN_SECONDS: '5' });
  const stopped = web.close();
  const answer = await fetch(`${web.address}/readyz`);
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('stopping')]);
  await stopped;
});

test('FILES_REGION and FILES_CACHE_BYTES belong to the place of the bucket', () => {
  const settings = { FILES_URL: 's3://b/p', FILES_REGION: 'ap-northeast-2', FILES_CACHE_BYTES: '5000' };
  expect(bucketPlaceOf(readConfig(settings))).toMatchObject({ region: 'ap-northeast-2', cache_bytes: 5000 });
});

test('HISTORY_ANCHOR_FILE moves the anchors of histories and of the audit log', () => {
  const config = readConfig({ HISTORY_ANCHOR_FILE: '/worm/anchors.jsonl' });
  expect([anchorFile(config), auditAnchorFile(config)]).toEqual([
    '/worm/anchors.jsonl',
    '/worm/audit-anchors.jsonl',
  ]);
});

test('HISTORY_ANCHOR_FILE in a folder that is missing or a file stops the start', async () => {
  const missing = path.join(folder, 'not-mounted');
  const inFolder = (name: string) => readConfig({ HISTORY_ANCHOR_FILE: path.join(name, 'anchors.jsonl') });
  await expect(checkAnchorFolder(inFolder(missing))).rejects.toThrow(
    `The folder of HISTORY_ANCHOR_FILE does not exist: ${missing}.`,
  );
  await expect(openPlatform(inFolder(missing))).rejects.toThrow('HISTORY_ANCHOR_FILE');
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  await expect(checkAnchorFolder(inFolder(file))).rejects.toThrow(`HISTORY_ANCHOR_FILE is a file: ${file}.`);
  await checkAnchorFolder(inFolder(folder));
});

test('BACKUP_PROFILE and BACKUP_REGION sign the requests of backups', async () => {
  const file = path.join(folder, 'credentials');
  await writeFile(file, '[backup]\naws_access_key_id = KEYOFBACKUPS\naws_secret_access_key = secret\n');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port, seen, close } = await listening();
  const settings = { BACKUP_PROFILE: 'backup', BACKUP_REGION: 'eu-west-9' };
  const BACKUP_ENDPOINT = `http://127.0.0.1:${String(port)}`;
  const { bucket } = backupsAt(readConfig({ BACKUP_ENDPOINT, ...settings }), 's3://b/p');
  expect(await bucket.readText('name')).toBeNull();
  expect(seen[0]).toMatch(/Credential=KEYOFBACKUPS\/\d{8}\/eu-west-9\/s3\//);
  await bucket.close();
  await close();
});

test('METRICS_HOST is where metrics are served, to those who know METRICS_TOKEN', async () => {
  const probe = await listening('127.0.0.2');
  await probe.close();
  const token = 'a-token-of-sixteen';
  const settings = { METRICS_HOST: '127.0.0.2', METRICS_PORT: String(probe.port), METRICS_TOKEN: token };
  const operations = await openOperations('server', readConfig(settings), log);
  onTestFinished(() => operations.close());
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.2:${String(probe.port)}/metrics`, { headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${String(probe.port)}/healthz`)).rejects.toThrow();
});
