/** Reports what prevents the server from serving some or all requests, for `/healthz` and `/readyz`. */
import type { FolderState } from '../files/folder-state.ts';

/**
 * The effects: with `disk-low` only uploads are refused; with `disk-full` nothing can be written; with
 * `files-read-only` no file can be written; with `bucket-away` files that are only in the bucket cannot be read and new
 * ones wait; with `files-away` no file can be read either; with `clock-off` nothing old is deleted; with `overloaded` exports, statistics and new analyses are refused first.
 */
export type Trouble =
  | 'starting'
  | 'stopping'
  | 'database-down'
  | 'database-away'
  | 'files-away'
  | 'files-read-only'
  | 'disk-full'
  | 'disk-low'
  | 'bucket-away'
  | 'clock-off'
  | 'overloaded';

/** With `prove` it queries the database and waits for it for a while; otherwise it returns what is already known. */
export type Troubles = (prove: boolean) => Promise<readonly Trouble[]>;

const harmless: ReadonlySet<Trouble> = new Set([
  ...(['disk-low', 'files-read-only', 'bucket-away', 'clock-off', 'overloaded'] as const),
]);

export const isServing = (troubles: readonly Trouble[]): boolean =>
  troubles.every((trouble) => harmless.has(trouble));

/** Two segments of the database's log. With less free space, its next write may be its last. */
const fullBytes = 32 * 1024 ** 2;

/** If a disk is unavailable, nothing more is checked on it. */
export async function storageTroubles(
  folderState: () => Promise<FolderState>,
  freeBytes: () => Promise<number>,
  floorBytes: number,
): Promise<readonly Trouble[]> {
  const state = await folderState();
  if (state === 'away') return ['files-away'];
  const room = await diskTrouble(freeBytes, floorBytes);
  return state === 'read-only' ? ['files-read-only', ...room] : room;
}

/** A disk that cannot be checked counts as full. */
async function diskTrouble(
  freeBytes: () => Promise<number>,
  floorBytes: number,
): Promise<readonly Trouble[]> {
  const free = await freeBytes().catch(() => 0);
  if (free < Math.min(fullBytes, floorBytes)) return ['disk-full'];
  return free < floorBytes ? ['disk-low'] : [];
}
