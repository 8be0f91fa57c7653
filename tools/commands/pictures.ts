/**
 * `npm run pictures`: takes the pictures of docs/product.md. It loads a new demo into a temporary folder, sends orders to it
 * as a hospital's system, opens the page as each role in both themes, and replaces the files in docs/pictures.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from '../build/web-build.ts';
import { demoEnvironment, demoOrigin } from '../demo-run/demo-environment.ts';
import { claimDemoFolder } from '../demo-run/demo-folder.ts';
import { lastWords, runDemoServer, runLoader } from '../demo-run/demo-processes.ts';
import { openPartners } from '../partners/open-partners.ts';
import { partnerSettings } from '../partners/partner-settings.ts';
import { playOrders, sentMinutes } from '../pictures/play-order.ts';
import { takePictures } from '../pictures/take-pictures.ts';
import { plainWords } from '../processes/plain-words.ts';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { repositoryRoot } from '../processes/repository.ts';

const host = '127.0.0.1';
const pictures = join(repositoryRoot, 'docs/pictures');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Throws if the demo cannot be loaded or a picture cannot be taken. */
async function takeAll(origin: string, hl7_port: number, env: NodeJS.ProcessEnv): Promise<void> {
  const partners = await openPartners({
    origin,
    hl7_port,
    page_port: 0,
    recording_seconds: sentMinutes * 60,
  });
  try {
    const fault = await runLoader([], env, () => undefined);
    if (fault !== null) throw new Error(fault);
    await partners.register();
    await playOrders(origin, partners);
    say('The demo is loaded.');
    await takePictures(origin, pictures, (file, bytes) => say(`  ${file}  ${Math.round(bytes / 1000)} kB`));
  } finally {
    await partners.close();
  }
}

async function run(folder: string): Promise<void> {
  claimDemoFolder(folder);
  const [port, hl7_port] = [String(await freePort()), await freePort()];
  const settings = { ...process.env, HOST: host, PORT: port };
  const env = { ...demoEnvironment(settings, folder), ...partnerSettings(hl7_port) };
  await ensureWebBuilt(repositoryRoot);
  const log = join(folder, 'server.log');
  const server = { runs: true };
  const ended = runDemoServer(env, log).finally(() => (server.runs = false));
  const early = ended.then(() => {
    throw new Error(lastWords(log));
  });
  try {
    await Promise.race([takeAll(demoOrigin(host, port), hl7_port, env), early]);
  } finally {
    early.catch(() => undefined);
    // The server gets the stop signals of this process.
    if (server.runs) process.kill(process.pid, 'SIGTERM');
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-pictures-'));
try {
  await run(folder);
} catch (fault) {
  process.stderr.write(`${plainWords(fault)}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
