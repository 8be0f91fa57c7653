/**
 * Makes clean roots of Debian, each a copy of the smallest installation that `debootstrap` makes, with programs that
 * stand in for systemd. The original is made once and kept in a temporary folder.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';

const release = 'bookworm';
const cached = join(tmpdir(), 'rhythmdesk-clean-root', release);

async function run(file: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCaptured(file, args, { cwd: '/' });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}\n${output.slice(-2000)}`);
}

async function ensureOriginal(): Promise<void> {
  if (existsSync(cached)) return;
  const unfinished = `${cached}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await run('debootstrap', ['--variant=minbase', release, unfinished]);
  renameSync(unfinished, cached);
}

const standIns = {
  'stand-in-systemctl.sh': 'usr/bin/systemctl',
  'stand-in-journalctl.sh': 'usr/bin/journalctl',
  'stand-in-run.sh': 'usr/lib/stand-in-run',
} as const;

/** Copies the original to `root`, which must not exist; with stand-ins for systemd if the root shall have one. */
export async function makeRoot(root: string, systemd: 'stand-in' | 'none'): Promise<void> {
  await ensureOriginal();
  await run('cp', ['-a', cached, root]);
  if (systemd === 'none') return;
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
  for (const [name, place] of Object.entries(standIns)) {
    copyFileSync(join(import.meta.dirname, name), join(root, place));
    chmodSync(join(root, place), 0o755);
  }
}
