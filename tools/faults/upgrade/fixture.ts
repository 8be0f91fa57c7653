/**
 * Describes a small installation of an older commit in one file, so that the short form needs neither the history nor
 * the older program: rows, stored files, half-sent uploads, and the responses of the older program.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openEverything } from './superuser.ts';
import { z } from 'zod';
import { fillOld } from './fill-installation.ts';
import { oldCommit, startOld, takeOut } from './old-program.ts';
import { answersShape, readAnswers, readColumns, readTableRows, rowsShape } from './read-installation.ts';

const place = path.join(import.meta.dirname, 'old-installation.json.gz');
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
  rows: rowsShape,
  answers: answersShape,
  files: z.record(z.string(), z.base64()),
});
export type Fixture = z.output<typeof fixtureShape>;

export async function readFixture(): Promise<Fixture> {
  return fixtureShape.parse(JSON.parse(gunzipSync(await readFile(place)).toString('utf8')));
}

async function readFolders(dataDir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of folders) {
    for (const entry of await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      files[path.relative(dataDir, file)] = (await readFile(file)).toString('base64');
    }
  }
  return files;
}

export async function writeFolders(dataDir: string, files: Fixture['files']): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, Buffer.from(bytes, 'base64'), { mode: 0o600 });
  }
}

/** Makes the file again from the older commit. Returns its bytes. */
export async function makeFixture(root: string): Promise<number> {
  const [code, dataDir] = [path.join(root, 'code'), path.join(root, 'data')];
  await takeOut(oldCommit, code);
  const server = await startOld(code, dataDir);
  const made_at = new Date().toISOString();
  try {
    const fixture = await openEverything(dataDir, async (client) => {
      const data = await fillOld(server.address, client, { cases: 3, seconds: 30 });
      const answers = await readAnswers(server.address, data);
      return {
        commit: oldCommit,
        made_at,
        data,
        answers,
        rows: await readTableRows(client, await readColumns(client)),
        files: await readFolders(dataDir),
      };
    });
    const packed = gzipSync(JSON.stringify(fixture), { level: 9 });
    await writeFile(place, packed);
    return packed.length;
  } finally {
    await server.stop();
  }
}
