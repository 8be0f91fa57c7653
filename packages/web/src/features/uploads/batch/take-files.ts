/** Handles dropped, chosen or pasted files: those that no halted upload is waiting for are checked. */
import { giveFiles } from '../queue/give-files.ts';
import { addFiles } from './batch.ts';

export async function takeFiles(user_id: number, files: readonly File[]): Promise<void> {
  await addFiles(await giveFiles(user_id, files));
}
