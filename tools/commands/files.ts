/**
 * `npm run files -- adopt`: declares that the folders of DATA_DIR belong to the given database, after a restore or a
 * move with which the server refused to start. Stop the server first.
 * `npm run files -- verify`: reads every stored file and compares the store with the database, both ways. Works beside
 * a running server; exit code 1 if a file is missing or damaged.
 */
import { sharedFolders } from '@rhythmdesk/server/app/installation-folders';
import { openPlatform } from '@rhythmdesk/server/app/open-platform';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { adoptFolders } from '@rhythmdesk/server/platform/files/installation';
import { verifyStore, type StoreFault } from '@rhythmdesk/server/platform/files/verify-store';

const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const show = (text: string): void => void process.stdout.write(`${text}\n`);

async function adopt(): Promise<number> {
  const platform = await openPlatform(config, { database: 'join', rows: 'everything', folders: 'any' });
  try {
    const folders = sharedFolders(config.DATA_DIR).map(({ path }) => path);
    const id = await adoptFolders(platform.db, folders);
    show(`${folders.join(' and ')} now belong to the database with the ID ${id}.`);
    return 0;
  } finally {
    await platform.close();
  }
}

async function verify(): Promise<number> {
  const platform = await openPlatform(config, { database: 'join', rows: 'everything' });
  try {
    const { files, bytes, faults } = await verifyStore(platform);
    for (const { sha256, fault, case_id } of faults) {
      show(`${fault}  ${sha256}${case_id === null ? '' : `  case ${String(case_id)}`}`);
    }
    const count = (fault: StoreFault['fault']) =>
      String(faults.filter((each) => each.fault === fault).length);
    show(`${String(files)} files, ${String(bytes)} bytes read.`);
    show(`missing ${count('missing')}, damaged ${count('damaged')}, not referenced ${count('orphan')}`);
    return faults.every(({ fault }) => fault === 'orphan') ? 0 : 1;
  } finally {
    await platform.close();
  }
}

const commands: Readonly<Record<string, () => Promise<number>>> = { adopt, verify };
const [name = ''] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) process.stderr.write(`npm run files -- ${Object.keys(commands).join(' | ')}\n`);
process.exitCode = command === undefined ? 1 : await command();
