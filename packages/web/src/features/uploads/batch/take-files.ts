/** Files that the user dropped, chose or pasted: those that a halted sending waits for go to it, the others are checked. */
import { fingerprintOf } from '../check/fingerprint.ts';
import { engine } from '../queue/engine.ts';
import { addFiles } from './batch.ts';

async function isWanted(user_id: number, file: File): Promise<boolean> {
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

export async function takeFiles(user_id: number, files: readonly File[]): Promise<void> {
  const wanted = await Promise.all(files.map((file) => isWanted(user_id, file)));
  await addFiles(files.filter((_, at) => wanted[at] !== true));
}
