/**
 * Does by hand what a container engine would do with the Containerfile and the compose file, in a clean root without a
 * network: builds, starts, checks the health, works, stops, replaces the image by a later one. `install.ts` starts it:
 * `node life-of-a-container.ts ROOT LATER-ROOT ARCHIVE-FOLDER LATER-FOLDER`. The engine itself is not tried.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import { invariant } from '../fault-program.ts';
import { until } from '../until.ts';
import { Root } from './in-root.ts';
import { People } from './people-by-api.ts';
import { readCompose } from './read-compose.ts';
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

/** Starts what the compose file says, works with it, and stops it. */
async function live(context: string, image: Built, work: (address: string) => Promise<void>): Promise<void> {
  const composed = readCompose(readFileSync(join(context, 'compose.yaml'), 'utf8'), {});
  invariant(
    String(composed.ports) === String(image.ports) && String(composed.volumes) === String(image.volumes),
    'the compose file has the port and the volume of the image',
  );
  const env = { ...image.env, ...composed.environment };
  invariant(env['DATA_DIR'] === image.volumes[0], 'the data is in the volume');
  invariant(env['PORT'] === String(image.ports[0]), 'the program listens on the port of the image');
  const child = start(image, env);
  try {
    await until('the health check of the image succeeds', () => isHealthy(image, env), startMs);
    await work(`http://127.0.0.1:${String(image.ports[0])}`);
  } finally {
    await stop(child, image);
  }
}

const image = await timed('container: image built', () => build(firstRoot, first));
const [volume = ''] = image.volumes;
const people = new People(`http://127.0.0.1:${String(image.ports[0])}`);
const started = performance.now();
await live(first, image, async (address) => {
  tell('container: ready', `${((performance.now() - started) / 1000).toFixed(1)} s`);
  invariant((await fetch(`${address}/readyz`)).ok, 'a started container is ready');
  await people.firstSignIn(join(firstRoot, volume));
  await people.setUp();
  const case_id = await people.upload('HNC0000001');
  await people.makeReport(case_id);
  await people.fetchReport(case_id);
});
invariant(!(await isHealthy(image, image.env)), 'the health check fails when nothing runs');
await timed('container: image replaced by a later one on the same volume', async () => {
  const next = await build(laterRoot, later);
  rmdirSync(join(laterRoot, volume));
  renameSync(join(firstRoot, volume), join(laterRoot, volume));
  await live(later, next, async () => {
    await people.signInAgain();
    invariant((await people.version()) !== '0.1.0', 'the later version runs');
  });
});
