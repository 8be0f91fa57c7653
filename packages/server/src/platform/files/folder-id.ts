/**
 * Reads and writes the id of the installation in a folder of files (`installation`). It does not depend on the
 * database, so that a thread that only reads files does not load the database library, which takes more memory than the
 * analysis of a recording.
 */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isMissing, makeFolder, syncFolder } from './disk-place.ts';

const idFile = 'installation.json';
const idShape = z.object({ installation_id: z.uuid() });

/** Returns null if the folder or its id is missing. */
export async function folderId(folder: string): Promise<string | null> {
  const text = await readFile(path.join(folder, idFile), 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  return text === null ? null : idShape.parse(JSON.parse(text)).installation_id;
}

/** Writes the id durably. */
export async function markFolder(folder: string, installation_id: string): Promise<void> {
  await makeFolder(folder);
  const file = path.join(folder, idFile);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify({ installation_id }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(folder);
}
