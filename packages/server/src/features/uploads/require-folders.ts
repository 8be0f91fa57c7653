/**
 * The disk under the uploads may be read-only or away, which is neither the upload's fault nor its end: the caller is told
 * to come back, and the same call goes through once the disk is there again.
 */
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

const retryS = 15;

const comeBack = (): Refusal => new Refusal('server/unavailable', { retry_after_s: retryS });

export async function requireFolders(
  { folderState }: Pick<UploadDependencies, 'folderState'>,
  writes: boolean,
): Promise<void> {
  const state = await folderState();
  if (state === 'there' || (state === 'read-only' && !writes)) return;
  throw comeBack();
}

/** What tus did with an upload that has a row; what it met on the way may have been the disk's. */
export async function withFolders(
  dependencies: Pick<UploadDependencies, 'folderState' | 'log'>,
  { upload_id, writes }: { readonly upload_id: string; readonly writes: boolean },
  serve: () => Promise<Response>,
): Promise<Response> {
  await requireFolders(dependencies, writes);
  const given = await serve();
  if (given.status === 404 || given.status === 410) await requireFolders(dependencies, writes);
  if (given.status < 500) return given;
  dependencies.log.error({ upload_id, status: given.status }, 'the upload could not be written');
  throw comeBack();
}
