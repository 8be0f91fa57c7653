/**
 * Describes a small installation of an older commit in one file, so that the short form needs neither the history nor
 * the older program: rows, stored files, half-sent uploads, and the responses of the older program. A second file has a
 * backup that an older commit made of such an installation.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openEverything } from './superuser.ts';
import { z } from 'zod';
import { fillOld } from './fill-installation.ts';
import { invariant } from '../fault-program.ts';
import { oldBackupCommit, oldCommit, runOld, startOld, takeOut } from './old-program.ts';
import { answersShape, readAnswers, readColumns, readTableRows, rowsShape } from './read-installation.ts';

const commits = { installation: oldCommit, backup: oldBackupCommit } as const;
export type FixtureKind = keyof typeof commits;

const placeOf = (kind: FixtureKind): string => path.join(import.meta.dirname, `old-${kind}.json.gz`);
const folders = ['files', 'uploads'];

const token = z.string();
const fixtureShape = z.object({
  commit: z.string(),
  made_at: z.iso.datetime(),
  data: z.object({
    tokens: z.object({ DOCTOR: token, TECHNICIAN: token, CHIEF: token, ADMIN: token }),
    case_ids: z.array(z.number()),
    half: z.object({
      upload_id: z.string(),
      path: z.string(),
      capability: z.string(),
      hn_id: z.string(),
      sent: z.number(),
      zip: z.base64(),
    }),
  }),
  /** The columns of each table of the older commit. */
  columns: z.record(z.string(), z.array(z.string())).default({}),
  rows: rowsShape,
  answers: answersShape,
  files: z.record(z.string(), z.base64()),
});
export type Fixture = z.output<typeof fixtureShape>;

export async function readFixture(kind: FixtureKind): Promise<Fixture> {
  return fixtureShape.parse(JSON.parse(gunzipSync(await readFile(placeOf(kind))).toString('utf8')));
}

/** Reads the files below these folders, by their names in `root`. */
async function readFolders(root: string, below: readonly string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of below) {
    for (const entry of await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      files[path.relative(root, file)] = (await readFile(file)).toString('base64');
    }
  }
  return files;
}

async function readBackup(code: string, dataDir: string, backup: string): Promise<Record<string, string>> {
  const { code: exit, output } = await runOld(code, dataDir, 'tools/commands/backup.ts', [backup]);
  invariant(exit === 0, `the older commit backs up: ${output}`);
  return readFolders(backup, ['.']);
}

export async function writeFolders(dataDir: string, files: Fixture['files']): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, Buffer.from(bytes, 'base64'), { mode: 0o600 });
  }
}

/** Makes the file again from the older commit. Returns its bytes. */
export async function makeFixture(kind: FixtureKind, root: string): Promise<number> {
  const [code, dataDir, backup] = [
    path.join(root, 'code'),
    path.join(root, 'data'),
    path.join(root, 'backup'),
  ];
  await takeOut(commits[kind], code);
  const server = await startOld(code, dataDir);
  const made_at = new Date().toISOString();
  try {
    const fixture = await openEverything(dataDir, async (client) => {
      const data = await fillOld(server.address, client, { cases: 3, seconds: 30 });
      const answers = await readAnswers(server.address, data);
      const columns = await readColumns(client);
      const rows = await readTableRows(client, columns);
      const isBackup = kind === 'backup';
      return {
        ...{ commit: commits[kind], made_at, data, answers, rows },
        columns: Object.fromEntries(columns),
        files: isBackup ? await readBackup(code, dataDir, backup) : await readFolders(dataDir, folders),
      };
    });
    const packed = gzipSync(JSON.stringify(fixture), { level: 9 });
    await writeFile(placeOf(kind), packed);
    return packed.length;
  } finally {
    await server.stop();
  }
}
