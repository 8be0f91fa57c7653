/**
 * `npm run import -- PATH…`: makes cases of the demo hospital from recordings of other formats (WFDB, EDF, EDF+, BDF,
 * ISHNE, SCP-ECG, DICOM, HL7 aECG; files, the name of a WFDB record, or folders that mix them). Unreadable recordings
 * are reported, the others imported. `--user=…` names a user of another hospital, `--dir=…` another data directory;
 * with DATABASE_URL set, the records are imported into that installation. Works beside a running server.
 */
import { parseArgs } from 'node:util';
import { openPlatform } from '@rhythmdesk/server/app/open-platform';
import { openUploads } from '@rhythmdesk/server/app/open-uploads';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { findRecordings, type FoundRecording } from '../import/find-recordings.ts';
import { forOperator } from '../processes/for-operator.ts';
import { findImporter, importRecords } from '../import/import-records.ts';

const usage = 'Which recordings? npm run import -- [--user=USER] [--dir=FOLDER] PATH…\n';

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: { user: { type: 'string', default: 'demodoctor' }, dir: { type: 'string' } },
  });

type Options = ReturnType<typeof readArguments>['values'];

async function importAll(values: Options, recordings: readonly FoundRecording[]): Promise<number> {
  const folder = values.dir ?? process.env['DATA_DIR'] ?? '.data/demo';
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATA_DIR: folder });
  const platform = await openPlatform(config, { database: 'join', rows: 'everything' });
  try {
    const tools = await openUploads(platform);
    const importer = await findImporter(tools, values.user);
    return await importRecords(tools, importer, recordings, (line) => void process.stdout.write(`${line}\n`));
  } finally {
    await platform.close();
  }
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  if (positionals.length === 0) {
    process.stderr.write(usage);
    return 1;
  }
  const failed = await importAll(values, positionals.flatMap(findRecordings));
  return failed === 0 ? 0 : 1;
}

process.exitCode = await forOperator(run, usage);
