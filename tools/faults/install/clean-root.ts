/**
 * Makes clean roots of Debian, each a copy of the smallest installation that `debootstrap` makes, with programs that
 * stand in for systemd. The original is made once and kept in a temporary folder. Programs of another processor run
 * under qemu if the kernel knows it (binfmt_misc, with the flag F).
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '../../processes/child-process.ts';
import type { Platform } from '../../release/platforms.ts';

const release = 'bookworm';
const architectures = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' } as const satisfies Record<
  Platform,
  string
>;

async function run(file: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCaptured(file, args, { cwd: '/' });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}\n${output.slice(-2000)}`);
}

/** Returns the folder of the original. */
async function ensureOriginal(platform: Platform): Promise<string> {
  const architecture = architectures[platform];
  const cached = join(tmpdir(), 'rhythmdesk-clean-root', `${release}-${architecture}`);
  if (existsSync(cached)) return cached;
  const unfinished = `${cached}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await run('debootstrap', [`--arch=${architecture}`, '--variant=minbase', release, unfinished]);
  renameSync(unfinished, cached);
  return cached;
}

const standIns = {
  'stand-in-systemctl.sh': 'usr/bin/systemctl',
  'stand-in-journalctl.sh': 'usr/bin/journalctl',
  'stand-in-run.sh': 'usr/lib/stand-in-run',
} as const;

/** Copies the original to `root`, which must not exist; with stand-ins for systemd if the root shall have one. */
export async function makeRoot(
  root: string,
  platform: Platform,
  systemd: 'stand-in' | 'none',
): Promise<void> {
  await run('cp', ['-a', await ensureOriginal(platform), root]);
  if (systemd === 'none') return;
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
  for (const [name, place] of Object.entries(standIns)) {
    copyFileSync(join(import.meta.dirname, name), join(root, place));
    chmodSync(join(root, place), 0o755);
  }
}
