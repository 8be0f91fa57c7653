/**
 * `npm run restore -- PLACE`: verifies a backup and restores it into the installation of the settings. PLACE is a folder,
 * or `s3://bucket/prefix` for the newest backup there; `--name` chooses another. The installation must be empty;
 * `--replace` moves existing data aside. Stop the server first.
 */
import { parseArgs } from 'node:util';
import { openBackup, restore } from '@rhythmdesk/server/app/back-up';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { progressLine, show, sizeText } from '../backup/backup-words.ts';
import { forOperator } from '../processes/for-operator.ts';

const usage = `npm run restore -- [--replace] FOLDER
npm run restore -- [--replace] [--name NAME] s3://BUCKET/PREFIX
`;

const missingKey = (dataDir: string): string =>
  `${dataDir}/files has no .installation-key, which no backup contains. Copy it and .push-key from “files” of the previous ` +
  'DATA_DIR before the start. Without it, a new one is made: second sign-in steps, the signing keys of centers and the ' +
  'secrets of partners are then void.';

async function restoreFrom(place: string, name: string | undefined, replace: boolean): Promise<number> {
  const started = performance.now();
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const onProgress = progressLine('restored');
  const log = openLog(config.LOG_LEVEL);
  const backup = await openBackup(config, place, name);
  try {
    const { manifest, aside, has_key } = await restore(config, backup, { replace, log, onProgress });
    if (aside !== null) show(`The previous data is now in ${aside}.`);
    show(
      `Restored as of ${manifest.snapshot_at}: ${String(manifest.files)} stored files, ` +
        `${String(manifest.uploads.length)} waiting uploads, ${sizeText(manifest.bytes)} in ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s. All users must sign in again.`,
    );
    if (!has_key) show(missingKey(config.DATA_DIR));
    for (const { sha256, fault } of manifest.unreadable)
      show(`${fault} before the backup was made  ${sha256}`);
    return 0;
  } finally {
    await backup.close();
  }
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, name: { type: 'string' } },
  });
  const [place] = positionals;
  if (place !== undefined && positionals.length === 1) return restoreFrom(place, values.name, values.replace);
  process.stderr.write(usage);
  return 1;
}

process.exitCode = await forOperator(run, usage);
