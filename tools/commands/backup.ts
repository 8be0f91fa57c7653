/**
 * `npm run backup -- FOLDER`: backs up the installation in the settings, also while it runs, into a new folder. With
 * `--since EARLIER`, stored files that an earlier backup has are linked instead of copied. `npm run backup -- --verify
 * FOLDER`: reads a whole backup and reports whether it is complete. Exit code 1 if it is not, or if the installation
 * itself lacks files.
 */
import { parseArgs } from 'node:util';
import { backUp } from '@rhythmdesk/server/app/back-up';
import { verifyBackup } from '@rhythmdesk/server/platform/backup/verify-backup';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { inPlainWords, progressLine, sizeText } from '../backup/backup-words.ts';

const show = (text: string): void => void process.stdout.write(`${text}\n`);

async function verify(folder: string): Promise<number> {
  const { manifest, faults, bytes } = await verifyBackup(folder);
  for (const { name, fault } of faults) show(`${fault}  ${name}`);
  show(`${String(manifest.entries)} files, ${sizeText(bytes)} read; snapshot of ${manifest.snapshot_at}.`);
  show(
    faults.length === 0
      ? 'The backup is intact.'
      : `The backup is NOT intact: ${String(faults.length)} faults.`,
  );
  return faults.length === 0 ? 0 : 1;
}

async function make(folder: string, since: string | undefined): Promise<number> {
  const started = performance.now();
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const onProgress = progressLine('backed up');
  const manifest = await backUp(config, folder, openLog(config.LOG_LEVEL), { since, onProgress });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  for (const { sha256, fault } of manifest.unreadable) show(`${fault} in the installation  ${sha256}`);
  for (const { sha256, fault } of manifest.rescued) {
    show(`${fault} in the installation, copied from the earlier backup  ${sha256}`);
  }
  show(
    `${String(rows)} rows, ${String(manifest.files)} stored files, ${String(manifest.uploads.length)} waiting uploads; ` +
      `${sizeText(manifest.bytes)} in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
  );
  if (since !== undefined) {
    const { files, bytes } = manifest.linked;
    show(`Of these, ${String(files)} stored files with ${sizeText(bytes)} are linked to ${since}.`);
  }
  show(`Everything acknowledged before ${manifest.snapshot_at} is included.`);
  return manifest.unreadable.length + manifest.rescued.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verify: { type: 'boolean', default: false }, since: { type: 'string' } },
});
const [folder] = positionals;
const { verify: verifies, since } = values;
if (folder === undefined || positionals.length > 1 || (verifies && since !== undefined)) {
  process.stderr.write('npm run backup -- [--since EARLIER] FOLDER\nnpm run backup -- --verify FOLDER\n');
  process.exitCode = 1;
} else {
  process.exitCode = await inPlainWords(() => (verifies ? verify(folder) : make(folder, since)));
}
