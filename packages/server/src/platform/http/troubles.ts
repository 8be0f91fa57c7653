/** What keeps the server from serving, or from serving all, as `/healthz` and `/readyz` say it. */
import type { FolderState } from '../files/folder-state.ts';

/**
 * `disk-low` refuses uploads and nothing else; with `disk-full` nothing can be written, with `files-read-only` no file, with
 * `files-away` none can be read either. With `clock-off` nothing that is old is forgotten.
 */
export type Trouble =
  | 'stopping'
  | 'database-down'
  | 'database-away'
  | 'files-away'
  | 'files-read-only'
  | 'disk-full'
  | 'disk-low'
  | 'clock-off';

/** `prove` asks the database and waits for it a while; else what is known already is said. */
export type Troubles = (prove: boolean) => Promise<readonly Trouble[]>;

const harmless: ReadonlySet<Trouble> = new Set(['disk-low', 'files-read-only', 'clock-off']);

export const isServing = (troubles: readonly Trouble[]): boolean =>
  troubles.every((trouble) => harmless.has(trouble));

/** Two segments of the database's log: with less its next write may be its last. */
const fullBytes = 32 * 1024 ** 2;

/** Of a disk that is away nothing more is asked. */
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

/** A disk that cannot be asked is as good as full. */
async function diskTrouble(
  freeBytes: () => Promise<number>,
  floorBytes: number,
): Promise<readonly Trouble[]> {
  const free = await freeBytes().catch(() => 0);
  if (free < Math.min(fullBytes, floorBytes)) return ['disk-full'];
  return free < floorBytes ? ['disk-low'] : [];
}
