/**
 * Restores a backup that an older commit made, by command, and compares every row and response with those of the older
 * program. The same backup with a migration of a newer version is refused in words.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestName, sumsName } from '@rhythmdesk/server/platform/backup/backup-manifest';
import { databaseSettings, programBasics, startProcess } from '@rhythmdesk/server/testing/test-process';
import { Client } from 'pg';
import { z } from 'zod';
import { otherReleaseCode } from '../../processes/for-operator.ts';
import { runNode } from '../../processes/child-process.ts';
import { repositoryRoot } from '../../processes/repository.ts';
import { invariant, type FaultReport } from '../fault-program.ts';
import { withEmptyDatabase, type EmptyDatabase } from '../throwaway-database.ts';
import { signInAll } from './fill-installation.ts';
import { readFixture, writeFolders, type Fixture } from './fixture.ts';
import { renewTimes } from './load-fixture.ts';
import { checkSame, readAnswers, readTableRows } from './read-installation.ts';
import { finishHalf } from './short-form.ts';

type Place = { readonly database: EmptyDatabase; readonly dataDir: string };

const restore = ({ database, dataDir }: Place, backup: string) =>
  runNode(['tools/commands/restore.ts', backup], {
    cwd: repositoryRoot,
    env: { ...programBasics(), ...databaseSettings(database), DATA_DIR: dataDir },
  });

const manifestShape = z.looseObject({
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
});

/** Changes the backup as if a newer version had made it. Returns a function that changes it back. */
async function makeNewer(backup: string): Promise<() => Promise<void>> {
  const [manifest, sums] = [path.join(backup, manifestName), path.join(backup, sumsName)];
  const [before, listed] = [await readFile(manifest, 'utf8'), await readFile(sums, 'utf8')];
  const made = manifestShape.parse(JSON.parse(before));
  const next = { name: '9999-of-a-newer-version.sql', sha256: '' };
  const after = JSON.stringify({ ...made, migrations: [...made.migrations, next] });
  const sha256 = createHash('sha256').update(after).digest('hex');
  await writeFile(manifest, after);
  await writeFile(sums, listed.replace(/^[0-9a-f]{64}(?= {2}manifest\.json$)/m, sha256));
  return async () => {
    await writeFile(manifest, before);
    await writeFile(sums, listed);
  };
}

async function checkNewer(place: Place, backup: string): Promise<void> {
  const undo = await makeNewer(backup);
  const { code, output } = await restore(place, backup);
  invariant(
    code === otherReleaseCode && output.includes('This program cannot read the backup'),
    `a newer backup is refused: ${output}`,
  );
  invariant((await readdir(place.dataDir)).length === 0, 'a refused restore writes nothing');
  await undo();
}

async function checkRestored(
  { database, dataDir }: Place,
  fixture: Fixture,
  client: Client,
): Promise<number> {
  const { sessions: _left, ...rows } = fixture.rows;
  const found = await readTableRows(client, new Map(Object.entries(fixture.columns)));
  invariant(found['sessions']?.length === 0, 'a restored installation has no sessions');
  checkSame(rows, found, 'rows');
  await renewTimes(client, fixture.made_at);
  const server = await startProcess(database, dataDir, { ANALYSIS_CONCURRENCY: '0' });
  try {
    const data = { ...fixture.data, tokens: await signInAll(server.address) };
    checkSame(fixture.answers, await readAnswers(server.address, data), 'answers');
    await finishHalf(server.address, data.half);
  } finally {
    await server.kill();
  }
  return Object.values(rows).flat().length;
}

async function judge(place: Place, backup: string, report: FaultReport): Promise<void> {
  const fixture = await readFixture('backup');
  await writeFolders(backup, fixture.files);
  await checkNewer(place, backup);
  const { code, output } = await restore(place, backup);
  invariant(code === 0, `the backup of ${fixture.commit} is restored: ${output}`);
  const client = new Client(place.database.superuser);
  await client.connect();
  try {
    report('backup of an older commit restored, rows equal', await checkRestored(place, fixture, client));
  } finally {
    await client.end();
  }
}

export async function restoreOldBackup(report: FaultReport): Promise<void> {
  const [backup, dataDir] = [
    await mkdtemp(path.join(tmpdir(), 'old-backup-')),
    await mkdtemp(path.join(tmpdir(), 'restored-')),
  ];
  try {
    await withEmptyDatabase((database) => judge({ database, dataDir }, backup, report));
  } finally {
    for (const folder of [backup, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}
