/** Handles dropped, chosen or pasted files: those that no halted upload is waiting for are checked. */
import { addFiles } from './batch.ts';
import { fingerprintOf } from '../check/fingerprint.ts';
import { engine } from '../queue/engine.ts';

async function give(user_id: number, file: File): Promise<boolean> {
  const waiting = engine.list
    .all()
    .filter(
      (each) =>
        each.user_id === user_id &&
        each.hold === 'file' &&
        each.filename === file.name &&
        each.size_bytes === file.size,
    );
  if (waiting.length === 0) return false;
  const fingerprint = await fingerprintOf(file).catch(() => '');
  const found = waiting.find((each) => each.fingerprint === fingerprint);
  if (found !== undefined) engine.giveFile(found.id, file);
  return found !== undefined;
}

/** Returns the files that no upload waits for. */
async function giveFiles(user_id: number, files: readonly File[]): Promise<File[]> {
  const given = await Promise.all(files.map((file) => give(user_id, file)));
  return files.filter((_, at) => given[at] !== true);
}

export async function takeFiles(user_id: number, files: readonly File[]): Promise<void> {
  await addFiles(await giveFiles(user_id, files));
}
