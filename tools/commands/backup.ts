/**
 * `npm run backup -- FOLDER`: backs up the installation in the settings, also while it runs, into a new folder. With
 * `--since EARLIER`, stored files that an earlier backup has are linked instead of copied.
 * `npm run backup -- s3://BUCKET/PREFIX`: adds a backup to those in a bucket; files that are there are not sent again.
 * `--list` names the backups of a bucket, `--keep N` removes all but the newest N.
 * `--verify PLACE` reads a whole backup and reports whether it is complete. Exit code 1 if it is not, or if the
 * installation itself lacks files.
 */
import { parseArgs } from 'node:util';
import { backUp, removeOldBackups, verifyAndRecord } from '@rhythmdesk/server/app/back-up';
import { backupsAt } from '@rhythmdesk/server/app/bucket-backups';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { inPlainWords, progressLine, show, sizeText } from '../backup/backup-words.ts';

const usage = `npm run backup -- [--since EARLIER] FOLDER
npm run backup -- s3://BUCKET/PREFIX
npm run backup -- --verify FOLDER
npm run backup -- --verify [--name NAME] s3://BUCKET/PREFIX
npm run backup -- --list s3://BUCKET/PREFIX
npm run backup -- --keep N s3://BUCKET/PREFIX
`;

const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const log = openLog(config.LOG_LEVEL);

async function verify(place: string, name: string | undefined): Promise<number> {
  const { manifest, faults, bytes, isRecorded } = await verifyAndRecord(config, place, log, name);
  for (const fault of faults) show(`${fault.fault}  ${fault.name}`);
  show(`${String(manifest.entries)} files, ${sizeText(bytes)} read; snapshot of ${manifest.snapshot_at}.`);
  show(
    faults.length === 0
      ? 'The backup is intact.'
      : `The backup is NOT intact: ${String(faults.length)} faults.`,
  );
  if (!isRecorded) show('The result is not on the page of operations: no such installation runs here.');
  return faults.length === 0 ? 0 : 1;
}

async function list(place: string): Promise<number> {
  const backups = backupsAt(config, place);
  try {
    for (const { name, isFinished } of await backups.list()) show(isFinished ? name : `${name}  unfinished`);
    return 0;
  } finally {
    await backups.bucket.close();
  }
}

async function removeOld(place: string, keep: number): Promise<number> {
  const { kept, removed, files } = await removeOldBackups(config, place, keep, log);
  for (const name of removed) show(`removed  ${name}`);
  show(
    `${String(kept.length)} backups are kept; ${String(files)} stored files that none of them names are removed.`,
  );
  return 0;
}

async function make(place: string, since: string | undefined): Promise<number> {
  const started = performance.now();
  const onProgress = progressLine('backed up');
  const manifest = await backUp(config, place, log, { since, onProgress });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  for (const { sha256, fault } of manifest.unreadable) show(`${fault} in the installation  ${sha256}`);
  for (const { sha256, fault } of manifest.rescued) {
    show(`${fault} in the installation, taken from an earlier backup  ${sha256}`);
  }
  show(
    `${String(rows)} rows, ${String(manifest.files)} stored files, ${String(manifest.uploads.length)} waiting uploads; ` +
      `${sizeText(manifest.bytes)} in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
  );
  const { files, bytes } = manifest.linked;
  if (files > 0)
    show(`Of these, ${String(files)} stored files with ${sizeText(bytes)} are shared with earlier backups.`);
  show(`Everything acknowledged before ${manifest.snapshot_at} is included.`);
  return manifest.unreadable.length + manifest.rescued.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verify: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    since: { type: 'string' },
    name: { type: 'string' },
    keep: { type: 'string' },
  },
});

/** Returns the command that these options mean; null if they do not fit together. */
function commandOf(place: string): (() => Promise<number>) | null {
  const { verify: verifies, list: lists, since, name, keep } = values;
  const isBucket = place.startsWith('s3://');
  const chosen = [verifies, lists, since !== undefined, keep !== undefined].filter(Boolean).length;
  if (chosen > 1 || (name !== undefined && !verifies)) return null;
  if (!isBucket && (lists || keep !== undefined || name !== undefined)) return null;
  if (verifies) return () => verify(place, name);
  if (lists) return () => list(place);
  if (keep === undefined) return () => make(place, since);
  return /^[1-9]\d{0,5}$/.test(keep) ? () => removeOld(place, Number(keep)) : null;
}

const [place] = positionals;
const command = place === undefined || positionals.length > 1 ? null : commandOf(place);
if (command === null) process.stderr.write(usage);
process.exitCode = command === null ? 1 : await inPlainWords(command);
