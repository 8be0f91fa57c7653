/**
 * Installs, upgrades and removes a release in a clean Debian without a network. Invariants: an installation works; an
 * upgrade that is interrupted can be repeated; one that fails leaves the old version running or says exactly what to do;
 * nothing that was stored is lost; a removal leaves nothing.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { repositoryRoot } from '../processes/repository.ts';
import { buildRelease } from '../release/build-release.ts';
import { isPlatform } from '../release/platforms.ts';
import type { FaultProgram, FaultReport } from './fault-program.ts';
import { invariant } from './fault-program.ts';
import { makeRoot } from './install/clean-root.ts';
import { makeLater, type Later } from './install/later-release.ts';
import { withoutNetwork } from './install/no-network.ts';
import { missing } from './installed.ts';
import { runCaptured } from '../processes/child-process.ts';

const table = 'create table later_release (id integer primary key);';
const broken = 'create table broken (id no_such_type);';
const laterReleases: readonly Later[] = [
  { version: '0.2.0', adds: { '9000-later-release.sql': table } },
  { version: '0.2.1', adds: { '9000-broken-release.sql': broken } },
  {
    version: '0.2.2',
    adds: {
      '9000-later-release.sql': table,
      '9001-prepare.sql': 'create table prepared (id integer primary key);',
      '9002-remove.sql': '-- contract: 9001\ndrop table later_release;',
      '9003-broken.sql': broken,
    },
  },
  { version: '0.5.0', upgrades_from: '0.4.0' },
];

/**
 * Makes a release of this checkout, also with changes that are not committed; returns the archive. RHYTHMDESK_ARCHIVE
 * names one that is already made, also one for another processor.
 */
async function releaseHere(): Promise<string> {
  const made = process.env['RHYTHMDESK_ARCHIVE'];
  if (made !== undefined) {
    invariant(existsSync(made), `the archive ${made} exists`);
    return made;
  }
  const [archive] = await buildRelease({
    root: repositoryRoot,
    to: join(repositoryRoot, 'dist-release'),
    platforms: ['linux-x64'],
    allowsChanges: true,
    say: () => undefined,
  });
  if (archive === undefined) throw new Error('no archive was made');
  return archive.file;
}

/** Returns a line of a script in the namespaces as a figure. */
const asFigure =
  (report: FaultReport) =>
  (line: string): void => {
    const [figure = '', value] = line.split('\t');
    if (value !== undefined) report(figure, value);
  };

function requireRoot(): void {
  const lacking = missing(['debootstrap', 'unshare', 'chroot', 'ip', 'systemd-analyze']);
  invariant(lacking === undefined, `the program ${lacking ?? ''} is installed`);
  invariant(process.getuid?.() === 0, 'this program is run by root, which may make roots and namespaces');
}

async function run(report: FaultReport): Promise<void> {
  requireRoot();
  const archive = await releaseHere();
  const name = basename(archive, '.tar.gz');
  const platform = name.slice(name.indexOf('linux-'));
  const nameOf = (version: string): string => `rhythmdesk-${version}-${platform}`;
  invariant(isPlatform(platform) && name === nameOf('0.1.0'), `${name} is an archive of 0.1.0`);
  const folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-install-'));
  const root = join(folder, 'root');
  try {
    await makeRoot(root, platform, 'stand-in');
    const home = join(root, 'root');
    copyFileSync(archive, join(home, `${name}.tar.gz`));
    const unpacked = await runCaptured('tar', ['-xzf', archive, '-C', folder], { cwd: '/' });
    invariant(unpacked.code === 0, `the archive is unpacked: ${unpacked.output}`);
    const first = join(folder, name);
    for (const later of laterReleases) await makeLater(first, join(home, nameOf(later.version)), later);
    const programs = 'tools/faults/install';
    await withoutNetwork(`${programs}/life-of-an-installation.ts`, [root, platform], asFigure(report));
    const roots = [join(folder, 'container'), join(folder, 'later-container')];
    for (const each of roots) await makeRoot(each, platform, 'none');
    const trees = [first, join(home, nameOf('0.2.0'))];
    await withoutNetwork(`${programs}/life-of-a-container.ts`, [...roots, ...trees], asFigure(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const install: FaultProgram = {
  name: 'install',
  says: 'a release is installed, upgraded, restored and removed without a network; nothing stored is lost',
  run: (_size, report) => run(report),
};
