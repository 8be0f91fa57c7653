/**
 * `npm run demo`: runs the product with invented hospitals, people and recordings, on this machine only. `-- --reset`
 * starts with a new demo, `-- --long` adds a recording of 14 days, `-- --partners` runs systems of a hospital beside it,
 * `-- --dir=…` stores its data elsewhere, `-- --verbose` shows the server's log.
 *
 * The page is built while the database starts. The address and the sign-ins are shown as soon as both are ready; the
 * cases are loaded meanwhile, the newest first.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { demoEnvironment, demoOrigin } from '../demo-run/demo-environment.ts';
import { claimDemoFolder, emptyDemoFolder, wasCutOff } from '../demo-run/demo-folder.ts';
import { demoHelp, demoOptions, usualFolder } from '../demo-run/demo-options.ts';
import { lastWords, runDemoServer, runLoader } from '../demo-run/demo-processes.ts';
import { DemoTerminal } from '../demo-run/demo-terminal.ts';
import type { LoadProgress } from '../demo-run/load-progress.ts';
import { plainWords } from '../processes/plain-words.ts';
import { openPartners, type DemoPartners } from '../partners/open-partners.ts';
import { partnerSettings } from '../partners/partner-settings.ts';
import { listenFault } from '@rhythmdesk/server/platform/test-ports';
import { repositoryRoot } from '../processes/repository.ts';
import { ensureWebBuilt } from '../build/web-build.ts';

function given() {
  try {
    return demoOptions(process.argv.slice(2));
  } catch (fault) {
    process.stderr.write(`${plainWords(fault)}\n`);
    return process.exit(1);
  }
}

const values = given();
if (values.help) {
  process.stdout.write(`${demoHelp()}\n`);
  process.exit(0);
}
process.chdir(repositoryRoot);
const given_port = Number(process.env['PORT'] ?? 8080);
/** The partners use the two ports after that of the demo. */
const [page_port, hl7_port] = [given_port + 1, given_port + 2];
const env = {
  ...demoEnvironment(process.env, values.dir),
  ...(values.partners ? partnerSettings(hl7_port) : {}),
};
const [host = '', port = '', folder = ''] = [env['HOST'], env['PORT'], env['DATA_DIR']];
const origin = demoOrigin(host, port);
const terminal = new DemoTerminal();
const stop = { asked: false };

function watchStopSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stop.asked) terminal.say('\nThe demo is stopping …');
      stop.asked = true;
    });
  }
}

/** Throws a readable error if the server could not listen. */
async function checkPorts(): Promise<void> {
  await checkPort(Number(port));
  if (values.partners) for (const each of [page_port, hl7_port]) await checkPort(each);
}

async function checkPort(number: number): Promise<void> {
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535, not “${String(number)}”.`);
  const fault = await listenFault(host, number);
  if (fault === null) return;
  if (fault !== 'EADDRINUSE')
    throw new Error(`The demo cannot listen on port ${String(number)} of ${host} (${fault}).`);
  throw new Error(
    `Port ${String(number)} is in use. Choose another: PORT=${String(number + 1)} npm run demo`,
  );
}

async function prepareFolder(): Promise<void> {
  claimDemoFolder(folder);
  const isCutOff = wasCutOff(folder);
  if (isCutOff && !values.reset)
    terminal.say('The last start ended before every case was loaded, so the demo is loaded again.\n');
  if (isCutOff || values.reset) await emptyDemoFolder(folder);
}

async function buildPage(): Promise<void> {
  // The server serves files that are built into this folder, also later.
  mkdirSync(join(repositoryRoot, 'packages/web/dist'), { recursive: true });
  await ensureWebBuilt(repositoryRoot, () => undefined);
  terminal.done('Page');
}

function runLoading(signIns: () => void): Promise<string | null> {
  const onProgress = (progress: LoadProgress): void => {
    if (progress.step === 'server') terminal.done('Database and server');
    if (progress.step === 'people') {
      terminal.done('People');
      signIns();
    }
    if (progress.step === 'cases') terminal.cases(progress.loaded, progress.all);
  };
  return runLoader(values.long ? ['--long'] : [], env, onProgress);
}

/** Starts everything and prints what is available. Ends once all cases are loaded; throws if a part fails. */
async function start(
  server: Promise<number>,
  log: string | null,
  partners: DemoPartners | null,
): Promise<void> {
  const serverEnd = server.then(() => {
    throw new Error(log === null ? 'The server has ended.' : lastWords(log));
  });
  const signIns = Promise.withResolvers<undefined>();
  const loading = runLoading(() => signIns.resolve(undefined)).then((fault) => {
    if (fault !== null) throw new Error(fault);
  });
  await Promise.race([Promise.all([buildPage(), Promise.race([signIns.promise, loading])]), serverEnd]);
  const shown = (path: string): string => relative(repositoryRoot, path) || path;
  terminal.welcome({
    origin,
    folder: values.dir === usualFolder ? '' : values.dir,
    log: log === null ? null : shown(log),
    partners: partners?.address ?? null,
  });
  await Promise.race([loading, serverEnd]);
  // The results of cases that are only loaded are not sent.
  await partners?.register();
  terminal.say(`The demo is ready at ${origin}`);
}

async function run(): Promise<number> {
  terminal.say('The Rhythmdesk demo: invented hospitals, people and recordings, on this machine only\n');
  await checkPorts();
  await prepareFolder();
  watchStopSignals();
  const log = values.verbose ? null : join(folder, 'server.log');
  const partners = values.partners ? await openPartners({ origin, hl7_port, page_port }) : null;
  const server = runDemoServer(env, log);
  try {
    await start(server, log, partners);
  } catch (fault) {
    if (!stop.asked) {
      stop.asked = true;
      process.kill(process.pid, 'SIGTERM');
      // If the server failed, the loader fails as well, and only the server knows the reason.
      const code = await server;
      process.stderr.write(`${code === 0 || log === null ? plainWords(fault) : lastWords(log)}\n`);
      await partners?.close();
      return 1;
    }
  }
  const code = await server;
  await partners?.close();
  if (stop.asked) terminal.say('The demo has stopped. “npm run demo” starts it again.');
  else terminal.say('The server has ended.');
  return code;
}

process.exitCode = await run().catch((fault: unknown) => {
  process.stderr.write(`${plainWords(fault)}\n`);
  return 1;
});
