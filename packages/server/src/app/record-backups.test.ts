/** Tests that a backup and its verification are recorded in the installation that they belong to, and in no other. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { jobsName } from '../platform/backup/backup-manifest.ts';
import { readConfig } from '../platform/config/config.ts';
import { testDatabaseOfOwner } from '../platform/db/test-database.ts';
import { openLog } from '../platform/log/log.ts';
import { databaseUrl } from '../testing/test-process.ts';
import { backUp, verifyAndRecord } from './back-up.ts';
import { openPlatform } from './open-platform.ts';

const log = openLog('silent');

async function installation(folder: string) {
  const test = await testDatabaseOfOwner();
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(test.app),
    DATABASE_OWNER_URL: databaseUrl(test.owner),
  });
  await (await openPlatform(config, { log })).close();
  const rows = async () =>
    (
      await test.db.execute(
        sql`select place, unreadable, verified_at is not null as verified, faults from backups`,
      )
    ).rows;
  return { config, rows };
}

test('a backup is recorded, then its verification with its faults; another installation records neither', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'recorded-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [own, other] = [
    await installation(path.join(root, 'own')),
    await installation(path.join(root, 'other')),
  ];
  const place = path.join(root, 'backup');
  await backUp(own.config, place, log);
  expect(await own.rows()).toEqual([{ place, unreadable: 0, verified: false, faults: null }]);
  expect((await verifyAndRecord(own.config, place, log)).isRecorded).toBe(true);
  expect(await own.rows()).toEqual([{ place, unreadable: 0, verified: true, faults: 0 }]);
  await appendFile(path.join(place, jobsName), 'x');
  await verifyAndRecord(own.config, place, log);
  expect(await own.rows()).toMatchObject([{ verified: true, faults: 1 }]);
  expect((await verifyAndRecord(other.config, place, log)).isRecorded).toBe(false);
  expect(await other.rows()).toEqual([]);
});
