/**
 * Checks that the disk of the uploads is available. If it is read-only or missing, the upload is neither at fault nor
 * ended: the caller is asked to retry, and the same call succeeds when the disk is back.
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

/**
 * Runs a tus request for an upload that has a row. An error status may have been caused by the disk, so the disk is
 * checked again.
 */
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
