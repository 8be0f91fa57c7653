import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { notify } from '../platform/db/listener.ts';
import { emptyTestDatabase, testDatabase } from '../platform/db/test-database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { transact } from '../platform/db/transact.ts';
import { writeFrom } from '../platform/files/file-store.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { JobHandlers } from '../platform/jobs/runner.ts';
import { idleHandlers } from '../platform/jobs/test-handlers.ts';
import { openLog } from '../platform/log/log.ts';
import type { Connection } from '../platform/postgres/roles.ts';
import { rootFolder } from '../platform/postgres/test-supervisor.ts';
import { openPlatform } from './open-platform.ts';
import { freePort } from '../platform/test-ports.ts';

const dataDir = await rootFolder(0o711);
const log = openLog('silent');

const handlersWith = (checked: string[]): JobHandlers => ({
  ...idleHandlers,
  'check-upload': ({ upload_id }) => Promise.resolve(void checked.push(upload_id)),
  'analyse-recording': () => Promise.resolve(),
  'carry-hospital-name': async () => Promise.resolve(),
});

async function* oneChunk(text: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

const urlOf = ({ host, user, password, database }: Connection) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;

test('an empty folder becomes a working platform, which closes in order and opens again with its data', async () => {
  const platform = await openPlatform(readConfig({ DATA_DIR: dataDir }), { log });
  const checked: string[] = [];
  await platform.jobs.start(handlersWith(checked));
  const heard: string[] = [];
  const listener = await platform.listen(['cases']);
  listener.on('cases', { onMessage: (text) => void heard.push(text), onGap: () => undefined });
  await expect.poll(() => platform.isReady()).toBe(true);
  await inScope(everything, () =>
    transact(platform.db, async (tx) => {
      await enqueue(tx, 'check-upload', { upload_id: 'u1' });
      await notify(tx, 'cases', 'case 7');
    }),
  );
  await expect.poll(() => [checked, heard]).toEqual([['u1'], ['case 7']]);
  const { sha256 } = await writeFrom(platform.files, oneChunk('report'));
  // The cost that OWASP's password storage cheat sheet requires.
  expect(await platform.hashes.make('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await platform.close();
  await platform.close();
  expect(await platform.isReady()).toBe(false);

  const again = await openPlatform(readConfig({ DATA_DIR: dataDir }), { log });
  expect(await again.files.size(sha256)).toBe(6);
  expect((await again.db.execute(sql`select count(*)::int as n from schema_migration`)).rows[0]).not.toEqual({
    n: 0,
  });
  const attached = await openPlatform(readConfig({ DATA_DIR: dataDir }), { log, database: 'join' });
  await expect.poll(() => attached.isReady()).toBe(true);
  await attached.close();
  await expect.poll(() => again.isReady()).toBe(true);
  await again.close();
});

const waitingLines = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('waiting for the database'));

test('a worker that is started first waits for the server’s embedded database, and never starts one', async () => {
  const folder = await rootFolder(0o711);
  const lines: string[] = [];
  const heard = openLog('info', { write: (line) => void lines.push(line) });
  const config = readConfig({ DATA_DIR: folder });
  const worker = openPlatform(config, { log: heard, database: 'await' });
  await expect.poll(() => waitingLines(lines)).toHaveLength(1);
  expect(lines[0]).toContain('no process runs the database of DATA_DIR');
  const server = await openPlatform(config, { log });
  const joined = await worker;
  const checked: string[] = [];
  await joined.jobs.start(handlersWith(checked));
  await inScope(everything, () =>
    transact(server.db, (tx) => enqueue(tx, 'check-upload', { upload_id: 'late' })),
  );
  await expect.poll(() => checked).toEqual(['late']);
  await joined.close();
  await expect.poll(() => server.isReady()).toBe(true);
  await server.close();
});

/**
 * Opens a port that forwards to the socket of a database once it is opened; before that it refuses every connection.
 */
async function closedDoor(folder: string) {
  const door = createServer((client) => {
    const inside = connect(path.join(folder, '.s.PGSQL.5432'));
    client.on('error', () => inside.destroy());
    inside.on('error', () => client.destroy());
    client.pipe(inside).pipe(client);
  });
  const listen = async (port: number): Promise<void> => {
    door.listen(port, '127.0.0.1');
    await once(door, 'listening');
  };
  const port = await freePort();
  return { port, open: () => listen(port), close: () => door.close() };
}

test('a worker waits for an external database, but not if the password is wrong', async () => {
  const { owner } = await emptyTestDatabase();
  const door = await closedDoor(owner.host);
  const urlAt = (password: string) =>
    `postgres://${owner.user}:${password}@127.0.0.1:${String(door.port)}/${owner.database}`;
  const lines: string[] = [];
  const heard = openLog('info', { write: (line) => void lines.push(line) });
  const folder = await rootFolder(0o711);
  const open = (password: string, database: 'own' | 'await' = 'await') =>
    openPlatform(readConfig({ DATA_DIR: folder, DATABASE_URL: urlAt(password) }), { log: heard, database });
  const worker = open(owner.password);
  await expect.poll(() => waitingLines(lines)).toHaveLength(1);
  expect(lines[0]).toContain('ECONNREFUSED');
  await door.open();
  await (await open(owner.password, 'own')).close();
  const joined = await worker;
  await expect.poll(() => joined.isReady()).toBe(true);
  await joined.close();
  await expect(open('wrong')).rejects.toThrow(/password authentication failed/);
  door.close();
});

test('a listener is notified of the gap after its connection broke, and receives messages again', async () => {
  const { app, owner, superuser } = await emptyTestDatabase();
  const config = readConfig({
    DATA_DIR: await rootFolder(0o711),
    DATABASE_URL: urlOf(app),
    DATABASE_OWNER_URL: urlOf(owner),
  });
  const platform = await openPlatform(config, { log });
  const listener = await platform.listen(['cases']);
  const heard: string[] = [];
  listener.on('cases', { onMessage: (text) => void heard.push(text), onGap: () => void heard.push('gap') });
  const client = new Client(superuser);
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rhythmdesk listener'
    and datname = current_database()`);
  await client.end();
  await expect.poll(() => heard).toEqual(['gap']);
  await platform.db.transaction((tx) => notify(tx, 'cases', 'after'));
  await expect.poll(() => heard).toEqual(['gap', 'after']);
  await platform.close();
});

test('a superuser is refused as the application’s role', async () => {
  const { superuser } = await emptyTestDatabase();
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: urlOf(superuser) });
  await expect(openPlatform(config, { log })).rejects.toThrow(/names a superuser/);
});

test('the tables may belong to the application itself if there is only one role', async () => {
  const { owner } = await emptyTestDatabase();
  const folder = await rootFolder(0o711);
  const platform = await openPlatform(readConfig({ DATA_DIR: folder, DATABASE_URL: urlOf(owner) }), { log });
  const refused = platform.pool.query('truncate audit_log');
  await expect(refused).rejects.toThrow(/append-only/);
  await platform.close();
});

test('requests go through the pooler; one that leads to another database is refused', async () => {
  const [{ app, owner }, other] = [await testDatabase(), await testDatabase()];
  const folder = await rootFolder(0o711);
  const open = (pooler: string) => {
    const urls = { DATABASE_URL: urlOf(app), DATABASE_OWNER_URL: urlOf(owner), DATABASE_POOL_URL: pooler };
    return openPlatform(readConfig({ DATA_DIR: folder, ...urls }), { log, throughPooler: true });
  };
  await expect(open(urlOf(other.app))).rejects.toThrow(/DATABASE_POOL_URL must lead to the database/);
  const platform = await open(urlOf(app));
  const place = await inScope(everything, () =>
    platform.db.execute(sql`select scope_open() as is_open,
    (select count(*)::int from pg_prepared_statements) as statements`),
  );
  expect(place.rows).toEqual([{ is_open: true, statements: 0 }]);
  expect(await platform.isReady()).toBe(true);
  await platform.close();
});
