/**
 * Does by hand what a container engine would do with the Containerfile and the compose files, in a clean root without a
 * network: builds, starts, checks the health, works, stops, replaces the image by a later one; then once more with a
 * PostgreSQL and an S3 service beside it. `install.ts` starts it:
 * `node life-of-a-container.ts ROOT LATER-ROOT ARCHIVE-FOLDER LATER-FOLDER`. The engine itself is not tried.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import { invariant } from '../fault-program.ts';
import { until } from '../until.ts';
import { Root } from './in-root.ts';
import { withOwnServices } from './database-and-bucket.ts';
import { People } from './people-by-api.ts';
import { readCompose, readDatabase, type ComposedProduct } from './read-compose.ts';
import { readContainerfile, type Image } from './read-containerfile.ts';

const [firstRoot = '', laterRoot = '', first = '', later = ''] = process.argv.slice(2);
const startMs = 300_000;

function tell(figure: string, value: string | number): void {
  process.stdout.write(`${figure}\t${String(value)}\n`);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  tell(what, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/** An image, and the root in which its steps were taken. */
type Built = Image & { readonly root: string };

async function copyIn(
  folder: string,
  context: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  invariant(from === '.', `COPY copies the whole folder, not ${from}`);
  const steps = [
    ['rm', '-rf', join(folder, to)],
    ['mkdir', '-p', join(folder, to)],
    ['cp', '-a', '--no-preserve=ownership', `${context}/.`, join(folder, to)],
  ];
  for (const [file = '', ...args] of steps) {
    const { code, output } = await runCaptured(file, args, { cwd: '/' });
    invariant(code === 0, `${file} copies: ${output}`);
  }
}

async function build(folder: string, context: string): Promise<Built> {
  const root = new Root(folder);
  await root.mount();
  const image = readContainerfile(readFileSync(join(context, 'Containerfile'), 'utf8'));
  invariant(image.from.endsWith('debian:bookworm-slim'), `the image begins with ${image.from}`);
  for (const step of image.steps) {
    if (step.kind === 'copy') await copyIn(folder, context, step);
    else await root.run(step.command);
  }
  return { ...image, root: folder };
}

const asUser = ({ root, user, folder: place }: Built, env: Readonly<Record<string, string>>): string[] => [
  ...[
    'chroot',
    root,
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--init-groups',
    '--no-new-privs',
    '--',
  ],
  ...['env', '-i', `--chdir=${place}`, 'PATH=/usr/local/bin:/usr/bin:/bin'],
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
];

function start(image: Built, env: Readonly<Record<string, string>>): ChildProcess {
  const [file = '', ...args] = [...asUser(image, env), ...image.command];
  return spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function isHealthy(image: Built, env: Readonly<Record<string, string>>): Promise<boolean> {
  const [file = '', ...args] = [...asUser(image, env), ...image.health];
  return (await runCaptured(file, args, { cwd: '/' })).code === 0;
}

const signals: Readonly<Record<string, NodeJS.Signals>> = { SIGTERM: 'SIGTERM', SIGINT: 'SIGINT' };

async function stop(child: ChildProcess, image: Image): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signals[image.stopSignal]);
  await gone;
  invariant(
    child.exitCode === 0,
    `the stop signal ends the program in order, not with ${String(child.exitCode)}`,
  );
}

/** Starts the product as a compose file says, works with it, and stops it. */
async function live(
  composed: ComposedProduct,
  image: Built,
  work: (address: string) => Promise<void>,
): Promise<void> {
  invariant(
    String(composed.ports) === String(image.ports) && String(composed.volumes) === String(image.volumes),
    'the compose file has the port and the volume of the image',
  );
  const env = { ...image.env, ...composed.environment };
  invariant(env['DATA_DIR'] === image.volumes[0], 'the data is in the volume');
  invariant(env['PORT'] === String(image.ports[0]), 'the program listens on the port of the image');
  const child = start(image, env);
  const isUp = (): Promise<boolean> => {
    invariant(child.exitCode === null, 'the container goes on running');
    return isHealthy(image, env);
  };
  try {
    await until('the health check of the image succeeds', isUp, startMs);
    await work(`http://127.0.0.1:${String(image.ports[0])}`);
  } finally {
    await stop(child, image);
  }
}

const read = (context: string, name: string): string => readFileSync(join(context, name), 'utf8');
const alone = (context: string): ComposedProduct => readCompose(read(context, 'compose.yaml'), {});

/** Works with a new installation from the first sign-in to a report. */
async function workFrom(people: People, address: string, dataDir: string): Promise<void> {
  invariant((await fetch(`${address}/readyz`)).ok, 'a started container is ready');
  await people.firstSignIn(dataDir);
  await people.setUp();
  const case_id = await people.upload('HNC0000001');
  await people.makeReport(case_id);
  await people.fetchReport(case_id);
}

const image = await timed('container: image built', () => build(firstRoot, first));
const [volume = ''] = image.volumes;
const people = new People(`http://127.0.0.1:${String(image.ports[0])}`);
const started = performance.now();
await live(alone(first), image, async (address) => {
  tell('container: ready', `${((performance.now() - started) / 1000).toFixed(1)} s`);
  await workFrom(people, address, join(firstRoot, volume));
});
invariant(!(await isHealthy(image, image.env)), 'the health check fails when nothing runs');
await timed('container: image replaced by a later one on the same volume', async () => {
  const next = await build(laterRoot, later);
  rmdirSync(join(laterRoot, volume));
  renameSync(join(firstRoot, volume), join(laterRoot, volume));
  await live(alone(later), next, async () => {
    await people.signInAgain();
    invariant((await people.version()) !== '0.1.0', 'the later version runs');
  });
});
await timed('container: worked with PostgreSQL and S3 beside it', async () => {
  const text = read(first, 'compose.postgres-s3.yaml');
  const secrets = {
    OWNER_PASSWORD: 'owner-4-trial',
    APP_PASSWORD: 'app-4-trial',
    S3_SECRET: 'secret-4-trial',
  };
  const owner = image.user;
  await new Root(firstRoot).run(
    `install --directory --owner=${owner} --group=${owner} --mode=0700 ${volume}`,
  );
  writeFileSync(join(firstRoot, 'etc/hosts'), '127.0.0.1 localhost postgres s3\n');
  await withOwnServices(first, readDatabase(text, secrets), async (settings) => {
    const composed = readCompose(text, secrets);
    const environment = { ...composed.environment, ...settings };
    await live({ ...composed, environment }, image, (address) =>
      workFrom(new People(address), address, join(firstRoot, volume)),
    );
  });
  invariant(!existsSync(join(firstRoot, volume, 'postgres')), 'no embedded database was made');
});
