/**
 * Starts the whole web part over a fresh database, without jobs and pages, for tests across features and for programs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import type { Pool } from 'pg';
import { cheapHashes } from '../features/people/test-hashes.ts';
import { startSession } from '../features/people/sessions.ts';
import { openAuditTrail } from '../platform/audit/audit-trail.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDb, openPool, type Db } from '../platform/db/database.ts';
import type { Replica } from '../platform/db/replica-port.ts';
import { startListener, type NotificationListener } from '../platform/db/listener.ts';
import { assignedGroups, userGroups, users } from '../platform/db/schema/people.ts';
import { sessionLocks } from '../platform/db/session-locks.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { openDiskStore } from '../platform/files/disk-store.ts';
import { openLog, type Log } from '../platform/log/log.ts';
import { filesFolder, pairUntilKnown } from '../app/installation-folders.ts';
import { mailDependencies, openSealer, textMessagePort } from '../app/open-mail.ts';
import type { Platform } from '../app/open-platform.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { openPush } from '../app/open-push.ts';
import { databaseUrl } from './test-process.ts';
import { startWeb } from '../app/serve.ts';
import { openUploads } from '../app/open-uploads.ts';

/** Its database and files; a program may pass ones that fail. */
export type TestPlatform = Pick<TestDatabase, 'db' | 'pool' | 'app'> & {
  /** The pool that the server uses instead of its own. */
  readonly serving?: Pool;
  /** The replica from which the server reads. */
  readonly replica?: Replica;
  /** Where the server logs; without it nowhere. */
  readonly log?: Log;
};

type Settings = Readonly<Record<string, string>>;

async function testPlatform(test: TestPlatform, settings: Settings): Promise<Platform> {
  const { db, pool, app, log = openLog('silent') } = test;
  const folder = await mkdtemp(path.join(tmpdir(), 'web-'));
  const files = await openDiskStore(filesFolder(folder));
  await pairUntilKnown(db, folder, true);
  const listeners: NotificationListener[] = [];
  const audit = openAuditTrail({ db, log });
  const locks = sessionLocks(app, () => undefined);
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(app),
    STOP_SECONDS: '1',
    ...settings,
  });
  return {
    config,
    db,
    pool,
    replica: test.replica ?? null,
    files,
    files_folder: filesFolder(folder),
    tiers: null,
    jobs: { start: () => Promise.resolve() },
    listen: async (channels) => {
      const listener = await startListener({ connection: app, channels, onFault: () => undefined });
      listeners.push(listener);
      return listener;
    },
    locks,
    audit,
    metrics: openMetrics('server'),
    log,
    clock: systemClock,
    mail: await mailDependencies({ config, clock: systemClock }),
    sealer: await openSealer(config),
    hashes: cheapHashes(),
    text_messages: textMessagePort({ config, clock: systemClock }),
    push: await openPush(config),
    watch: { isAway: () => false, onAway: () => () => undefined, stop: () => Promise.resolve() },
    clock_watch: { onSet: () => () => undefined, isSteady: () => true, stop: () => undefined },
    abandon: () => Promise.resolve(),
    isReady: () => Promise.resolve(true),
    troubles: () => Promise.resolve([]),
    close: async () => {
      await audit.close();
      for (const listener of listeners) await listener.close();
      await locks.close();
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Ask = { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string> };

function peopleIn(db: Db, password_hash: string) {
  const addGroup = async (type: GroupType, name: string, tech_center_id: number | null = null) => {
    const [row] = await db.insert(userGroups).values({ type, name, tech_center_id }).returning();
    return row?.id ?? 0;
  };
  const serve = (group_id: number, facility_id: number) =>
    db.insert(assignedGroups).values({ group_id, facility_id });
  const newSession = (user_id: number): Promise<string> =>
    startSession(
      db,
      { user_id, ip: '127.0.0.1', user_agent: '' },
      { idle_minutes: 15, absolute_hours: 12 },
      new Date(),
    );
  const addUser = async (user_id: string, role_key: RoleKey, user_group_id: number) => {
    const row = { user_id, name: `Name of ${user_id}`, role_key, user_group_id, password_hash };
    const [made] = await db.insert(users).values(row).returning();
    const id = made?.id ?? 0;
    return { id, token: await newSession(id) };
  };
  return { addGroup, serve, addUser, newSession };
}

/**
 * Creates groups and users that can sign in at once; `call` sends API requests as one of them. `settings` are the
 * server's environment variables.
 */
export async function startWebPart(test: TestPlatform, settings: Settings = {}) {
  const platform = await testPlatform(test, settings);
  const { db } = platform;
  // The server itself sees no row outside of a scope; tests see every row.
  const closed = test.serving ?? openPool(test.app, () => undefined, { connections: 10 });
  const serving = { ...platform, db: openDb(closed, platform.replica), pool: closed };
  const web = await startWeb(serving, await openUploads(serving), {
    strictAnswers: true,
    pages: null,
    servesAll: true,
    certificateLookMs: 20,
  });
  const close = async (): Promise<void> => {
    await web.stop();
    await closed.end();
    await platform.close();
  };
  const password = 'tidal7Marble9quiet';
  const password_hash = await platform.hashes.make(password);
  const { addGroup, serve, addUser, newSession } = peopleIn(db, password_hash);
  const call = (url: string, token: string | null, { method = 'GET', body, headers = {} }: Ask = {}) =>
    fetch(`${web.address}/api/v1/${url}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { pool, app } = test;
  return {
    platform,
    serving,
    close,
    db,
    pool,
    app,
    password,
    address: web.address,
    addGroup,
    serve,
    addUser,
    newSession,
    call,
  };
}
