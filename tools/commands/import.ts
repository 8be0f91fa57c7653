/**
 * `npm run import -- PATH…`: WFDB records (a header, a name without ending, or a folder of them) become cases of the
 * demo hospital. `--user=…` names another hospital's user, `--dir=…` another data directory; with DATABASE_URL set the
 * records go to that installation. Works beside a running server.
 */
import { parseArgs } from 'node:util';
import { openPlatform } from '@rhythmdesk/server/app/open-platform';
import { openUploads } from '@rhythmdesk/server/app/upload-parts';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { findRecords } from '../import/find-records.ts';
import { findImporter, importRecords } from '../import/import-records.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { user: { type: 'string', default: 'demodoctor' }, dir: { type: 'string' } },
});

async function run(headers: readonly string[]): Promise<number> {
  const folder = values.dir ?? process.env['DATA_DIR'] ?? '.data/demo';
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATA_DIR: folder });
  const platform = await openPlatform(config, { attach: true });
  try {
    const tools = await openUploads(platform);
    const importer = await findImporter(tools, values.user);
    return await importRecords(tools, importer, headers, (line) => void process.stdout.write(`${line}\n`));
  } finally {
    await platform.close();
  }
}

if (positionals.length === 0) {
  process.stderr.write('Which records? npm run import -- PATH…\n');
  process.exitCode = 1;
} else {
  const failed = await run(positionals.flatMap(findRecords));
  process.exitCode = failed === 0 ? 0 : 1;
}
