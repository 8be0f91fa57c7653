/** Runs OpenStack Swift with its S3 interface on loopback, over plain files, from Debian's packages. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { until } from './until.ts';

/** Only ends a wait in vain. */
const longestStartMs = 600_000;
const packages = 'swift-proxy swift-account swift-container swift-object';
const kinds = ['account', 'container', 'object'] as const;
const pipeline =
  'catch_errors cache listing_formats s3api tempauth bulk copy slo dlo versioned_writes proxy-server';
const filters = ['catch_errors', 'listing_formats', 'bulk', 'copy', 'slo', 'dlo', 'versioned_writes'];

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${command} is missing. Install: ${packages}`, { cause: error });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

const commonOf = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${String(port)}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
workers = 0
`;

async function writeStorage(folder: string, kind: (typeof kinds)[number]): Promise<void> {
  const port = await freePort();
  const builder = join(folder, `${kind}.builder`);
  run('swift-ring-builder', builder, 'create', '4', '1', '1');
  run('swift-ring-builder', builder, 'add', `r1z1-127.0.0.1:${String(port)}/one`, '1');
  run('swift-ring-builder', builder, 'rebalance');
  const text = `${commonOf(folder, port)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
  writeFileSync(join(folder, `${kind}.conf`), text);
}

function writeProxy(folder: string, port: number): void {
  const plain = filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('');
  writeFileSync(
    join(folder, 'proxy.conf'),
    `${commonOf(folder, port)}[pipeline:main]
pipeline = ${pipeline}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
${plain}`,
  );
}

export type RunningStore = {
  readonly endpoint: string;
  readonly key: string;
  readonly secret: string;
  readonly stop: () => Promise<void>;
};

export type KillableStore = RunningStore & {
  /** Kills all its processes as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Starts what was killed, with the objects that it had. */
  readonly start: () => Promise<void>;
};

export async function isAnswering(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

export async function startSwift(): Promise<KillableStore> {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  mkdirSync(join(folder, 'disks', 'one'), { recursive: true });
  for (const kind of kinds) await writeStorage(folder, kind);
  const port = await freePort();
  writeProxy(folder, port);
  const endpoint = `http://127.0.0.1:${String(port)}`;
  let children: ChildProcess[] = [];
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    for (const child of children) child.kill(signal);
    await Promise.all(children.map(ended));
  };
  const start = async (): Promise<void> => {
    children = [...kinds, 'proxy'].map((kind) =>
      spawn(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], { stdio: 'ignore' }),
    );
    await until('Swift answers', () => isAnswering(endpoint), longestStartMs);
  };
  const stop = async (): Promise<void> => {
    await end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { endpoint, key: 'test:tester', secret: 'testing', stop, kill: () => end('SIGKILL'), start };
}

export const isSwiftHere = (): boolean => spawnSync('swift-ring-builder').error === undefined;

/** Says whether a store that answers cannot serve yet, because servers behind it are still starting. */
const isStarting = (fault: unknown): boolean =>
  fault instanceof S3ServiceException && fault.$metadata.httpStatusCode === 503;

/** Creates a bucket and leaves the credentials for it in the environment, where the client looks for them. */
export async function createBucket({ endpoint, key, secret }: RunningStore): Promise<string> {
  process.env['AWS_ACCESS_KEY_ID'] = key;
  process.env['AWS_SECRET_ACCESS_KEY'] = secret;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  try {
    await until('the store creates a bucket', () =>
      client.send(new CreateBucketCommand({ Bucket: 'judged' })).then(
        () => true,
        (fault: unknown) => {
          if (isStarting(fault)) return false;
          throw fault;
        },
      ),
    );
  } finally {
    client.destroy();
  }
  return 'judged';
}
