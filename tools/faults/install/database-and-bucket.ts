/**
 * Starts what `compose.postgres-s3.yaml` starts beside the product: a PostgreSQL and an S3 service. Debian's PostgreSQL 15
 * and Swift replace the images, which cannot be fetched. The database is created with the arguments and the script of
 * the compose file, as the image of PostgreSQL does it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import { invariant } from '../fault-program.ts';
import { postgresUser, type User } from '../postgres-user.ts';
import { createBucket, startSwift } from '../swift-store.ts';
import { until } from '../until.ts';
import type { ComposedDatabase } from './read-compose.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const longestStartMs = 120_000;

type Settings = Readonly<Record<string, string>>;

const named = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${value}`);

/** Returns the arguments of `setpriv` that run a command as the user of PostgreSQL with these settings. */
const asPostgres = ({ uid, gid }: User, settings: Settings, command: readonly string[]): string[] => [
  ...[`--reuid=${String(uid)}`, `--regid=${String(gid)}`, '--clear-groups', '--', 'env', '-i'],
  ...[`PATH=${binaries}:/usr/bin:/bin`, ...named(settings), ...command],
];

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  // Ends the connections that are open.
  child.kill('SIGINT');
  await gone;
}

async function createDatabase(
  { environment, script }: ComposedDatabase,
  place: { readonly context: string; readonly folder: string; readonly data: string; readonly user: User },
): Promise<ChildProcess> {
  const { context, folder, data, user } = place;
  const run = async (settings: Settings, ...command: string[]): Promise<void> => {
    const { code, output } = await runCaptured('setpriv', asPostgres(user, settings, command), {
      cwd: folder,
    });
    invariant(code === 0, `${command[0] ?? ''} ends in order: ${output}`);
  };
  const chosen = (environment['POSTGRES_INITDB_ARGS'] ?? '').split(' ');
  await run(
    {},
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    ...chosen,
  );
  const options = ['-D', data, '-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=127.0.0.1'];
  const child = spawn('setpriv', asPostgres(user, {}, ['postgres', ...options]), {
    stdio: 'ignore',
    cwd: folder,
  });
  const isReady = async (): Promise<boolean> =>
    (await runCaptured(join(binaries, 'pg_isready'), ['--host', folder], { cwd: folder })).code === 0;
  await until('PostgreSQL answers', isReady, longestStartMs);
  const copy = join(folder, 'create-database.sh');
  copyFileSync(join(context, script), copy);
  chmodSync(copy, 0o755);
  await run({ ...environment, PGHOST: folder }, 'sh', copy);
  return child;
}

async function isHealthy({ health }: ComposedDatabase): Promise<boolean> {
  const [program = '', ...args] = health;
  return (await runCaptured(join(binaries, program), args, { cwd: '/' })).code === 0;
}

/**
 * Runs `work` while both services run on the loopback; `work` gets the settings of the product that differ from those
 * of the compose file, because Swift has keys and a port of its own.
 */
export async function withOwnServices(
  context: string,
  database: ComposedDatabase,
  work: (settings: Settings) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-services-'));
  const user = await postgresUser();
  chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, user.uid, user.gid);
  const swift = await startSwift();
  try {
    const postgres = await createDatabase(database, { context, folder, data, user });
    try {
      await until('the health check of the database succeeds', () => isHealthy(database), longestStartMs);
      const bucket = await createBucket(swift);
      await work({
        FILES_URL: `s3://${bucket}/files`,
        FILES_ENDPOINT: swift.endpoint.replace('127.0.0.1', 's3'),
        AWS_ACCESS_KEY_ID: swift.key,
        AWS_SECRET_ACCESS_KEY: swift.secret,
      });
    } finally {
      await stop(postgres);
    }
  } finally {
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
