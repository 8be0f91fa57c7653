/**
 * Lives through everything that an administrator does with a release, in a root without a network: installs, works,
 * upgrades, is interrupted, fails, restores, removes. `install.ts` starts it: `node life-of-an-installation.ts ROOT PLATFORM`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import { invariant } from '../fault-program.ts';
import { Root } from './in-root.ts';
import { People } from './people-by-api.ts';

const [folder = '', platform = ''] = process.argv.slice(2);
const root = new Root(folder);
const address = 'http://127.0.0.1:8080';
const people = new People(address);
const dataDir = join(folder, 'var/lib/rhythmdesk/data');
const install = (version: string, options = ''): string =>
  `/root/rhythmdesk-${version}-${platform}/install.sh ${options}`;
const installedVersion = async (): Promise<string> => (await root.run('rhythmdesk version')).trim();

function tell(figure: string, value: string | number): void {
  process.stdout.write(`${figure}\t${String(value)}\n`);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  tell(what, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

async function judgeUnits(): Promise<void> {
  const units = readdirSync(join(folder, 'etc/systemd/system')).filter((name) =>
    name.startsWith('rhythmdesk'),
  );
  const { code, output } = await runCaptured(
    'systemd-analyze',
    [`--root=${folder}`, '--man=no', 'verify', ...units],
    { cwd: '/' },
  );
  // The smallest Debian has no units of systemd, so only lines about ours count, and not what ours wait for.
  const faults = output
    .split('\n')
    .filter((line) => line.includes('rhythmdesk') && !line.endsWith('Unit sysinit.target not found.'));
  invariant(
    faults.length === 0,
    `systemd-analyze accepts the units (code ${String(code)}): ${faults.join('; ')}`,
  );
  tell('units that systemd-analyze accepts', units.length);
}

async function firstDay(): Promise<number> {
  await timed('unpacked and installed', async () => {
    await root.run(`cd /root && tar -xzf rhythmdesk-0.1.0-${platform}.tar.gz`);
    await root.run(install('0.1.0', '--worker'));
  });
  await judgeUnits();
  await timed('first sign-in, two institutions, two users', async () => {
    await people.firstSignIn(dataDir);
    await people.setUp();
  });
  invariant((await people.version()) === '0.1.0', 'the page gets the installed version');
  const case_id = await timed('recording uploaded and analysed', () => people.upload('HNI0000001'));
  await timed('report made and fetched', async () => {
    await people.makeReport(case_id);
    tell('bytes of the report', await people.fetchReport(case_id));
  });
  await root.run('systemctl start rhythmdesk-backup.service');
  tell('nightly backups', readdirSync(join(folder, 'var/backups/rhythmdesk')).length);
  return case_id;
}

/** Everybody can sign in, and the report is there. */
async function stillWhole(case_id: number, version: string): Promise<void> {
  await people.signInAgain();
  invariant((await people.version()) === version, `version ${version} runs, not ${await people.version()}`);
  await people.fetchReport(case_id);
}

async function repeated(): Promise<void> {
  const settings = join(folder, 'etc/rhythmdesk/rhythmdesk.env');
  const before = readFileSync(settings, 'utf8');
  await root.run(install('0.1.0'));
  invariant(readFileSync(settings, 'utf8') === before, 'a repeated installation leaves the settings');
  const skipped = await root.try(install('0.5.0'));
  invariant(
    skipped.code === 1 && skipped.output.includes('Install 0.4.0 first'),
    `a skipped step is refused: ${skipped.output}`,
  );
}

async function failed(case_id: number): Promise<void> {
  const { code, output } = await root.try(install('0.2.1'));
  invariant(code === 1 && output.includes('Version 0.1.0 runs again'), `a failed upgrade returns: ${output}`);
  await stillWhole(case_id, '0.1.0');
}

/** Two versions may not use the data at the same time, so a version that does not stop stays. */
async function unstoppable(case_id: number): Promise<void> {
  await root.run('touch /run/stand-in/unstoppable');
  const { code, output } = await root.try(install('0.2.0'));
  await root.run('rm /run/stand-in/unstoppable');
  invariant(
    code === 1 && output.includes('Version 0.1.0 does not stop, so nothing was upgraded'),
    `a version that does not stop is named: ${output}`,
  );
  invariant((await installedVersion()) === '0.1.0', 'the old version stays installed');
  await stillWhole(case_id, '0.1.0');
}

async function upgraded(case_id: number): Promise<void> {
  await timed('upgraded to 0.2.0, with the backup before', () => root.run(install('0.2.0')));
  await stillWhole(case_id, '0.2.0');
  await root.run(install('0.2.0', '--back'));
  await stillWhole(case_id, '0.1.0');
  // The tables are those of 0.2.0 now, and the backup of the night must succeed nevertheless.
  await root.run('systemctl start rhythmdesk-backup.service');
  for (const words of ['Backing up version', 'Starting version 0.2.0']) {
    await root.killAt(install('0.2.0'), words);
    tell('interrupted at', words);
  }
  await root.run(install('0.2.0'));
  await stillWhole(case_id, '0.2.0');
}

/** An upgrade that changes the database too far and then fails says what to do, and doing it helps. */
async function tooFar(case_id: number): Promise<void> {
  const { code, output } = await root.try(install('0.2.2'));
  invariant(code === 2, `a failed upgrade that cannot return ends with 2: ${output}`);
  const ways = output.split('\n').filter((line) => line.startsWith('       '));
  invariant(ways.length === 4, `it says what to do: ${output}`);
  const again = await root.try(install('0.2.2'));
  invariant(
    again.output.includes('Continuing the interrupted upgrade'),
    `it can be repeated: ${again.output}`,
  );
  await timed('restored by the words of the failed upgrade', () => root.run(ways.join('\n')));
  await root.run('for n in $(seq 120); do rhythmdesk health && exit 0; sleep 1; done; exit 1');
  await stillWhole(case_id, '0.2.0');
}

async function removed(case_id: number): Promise<void> {
  await timed('removed', () => root.run(install('0.2.0', '--remove')));
  invariant(existsSync(join(dataDir, 'files')), 'the data stays');
  invariant(!existsSync(join(folder, 'opt/rhythmdesk')), 'the programs are gone');
  await timed('installed over the data of before', () => root.run(install('0.2.0')));
  await stillWhole(case_id, '0.2.0');
  await root.run(install('0.2.0', '--remove --purge'));
  const left = await root.run(
    `find / -xdev -iname '*rhythmdesk*' -not -path '/root/*' -not -path '/proc/*' -not -path '/var/log/*' -not -path '/run/stand-in/*'; grep rhythmdesk /etc/passwd || true`,
  );
  invariant(left.trim() === '', `nothing is left after --purge: ${left}`);
}

await root.mount();
const case_id = await firstDay();
await repeated();
await failed(case_id);
await unstoppable(case_id);
await upgraded(case_id);
await tooFar(case_id);
tell('version at the end', await installedVersion());
await removed(case_id);
await root.try('systemctl stop rhythmdesk-worker.service rhythmdesk.service');
