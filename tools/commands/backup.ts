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
import { readConfig, type Config } from '@rhythmdesk/server/platform/config/config';
import { openLog, type Log } from '@rhythmdesk/server/platform/log/log';
import { progressLine, show, sizeText } from '../backup/backup-words.ts';
import { forOperator } from '../processes/for-operator.ts';

const usage = `npm run backup -- [--since EARLIER] FOLDER
npm run backup -- s3://BUCKET/PREFIX
npm run backup -- --verify FOLDER
npm run backup -- --verify [--name NAME] s3://BUCKET/PREFIX
npm run backup -- --list s3://BUCKET/PREFIX
npm run backup -- --keep N s3://BUCKET/PREFIX
`;

type Ground = { readonly config: Config; readonly log: Log };

async function verify({ config, log }: Ground, place: string, name: string | undefined): Promise<number> {
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

async function list({ config }: Ground, place: string): Promise<number> {
  const backups = backupsAt(config, place);
  try {
    for (const { name, isFinished } of await backups.list()) show(isFinished ? name : `${name}  unfinished`);
    return 0;
  } finally {
    await backups.bucket.close();
  }
}

async function removeOld({ config, log }: Ground, place: string, keep: number): Promise<number> {
  const { kept, removed, files } = await removeOldBackups(config, place, keep, log);
  for (const name of removed) show(`removed  ${name}`);
  show(
    `${String(kept.length)} backups are kept; ${String(files)} stored files that none of them names are removed.`,
  );
  return 0;
}

async function make({ config, log }: Ground, place: string, since: string | undefined): Promise<number> {
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

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      verify: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      since: { type: 'string' },
      name: { type: 'string' },
      keep: { type: 'string' },
    },
  });

type Options = ReturnType<typeof readArguments>['values'];

/** Returns the command that these options mean; null if they do not fit together. */
function commandOf(place: string, options: Options): ((on: Ground) => Promise<number>) | null {
  const { verify: verifies, list: lists, since, name, keep } = options;
  const isBucket = place.startsWith('s3://');
  const chosen = [verifies, lists, since !== undefined, keep !== undefined].filter(Boolean).length;
  if (chosen > 1 || (name !== undefined && !verifies)) return null;
  if (!isBucket && (lists || keep !== undefined || name !== undefined)) return null;
  if (verifies) return (on) => verify(on, place, name);
  if (lists) return (on) => list(on, place);
  if (keep === undefined) return (on) => make(on, place, since);
  return /^[1-9]\d{0,5}$/.test(keep) ? (on) => removeOld(on, place, Number(keep)) : null;
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  const [place] = positionals;
  const command = place === undefined || positionals.length > 1 ? null : commandOf(place, values);
  if (command === null) {
    process.stderr.write(usage);
    return 1;
  }
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  return command({ config, log: openLog(config.LOG_LEVEL) });
}

process.exitCode = await forOperator(run, usage);
