/** What keeps the server from serving, or from serving all, as `/healthz` and `/readyz` say it. */

/**
 * `disk-low` refuses uploads and nothing else; with `disk-full` nothing can be written. With `clock-off` nothing that is
 * old is forgotten.
 */
export type Trouble = 'stopping' | 'database-down' | 'database-away' | 'disk-full' | 'disk-low' | 'clock-off';

/** `prove` asks the database and waits for it a while; else what is known already is said. */
export type Troubles = (prove: boolean) => Promise<readonly Trouble[]>;

export const isServing = (troubles: readonly Trouble[]): boolean =>
  troubles.every((trouble) => trouble === 'disk-low' || trouble === 'clock-off');

/** Two segments of the database's log: with less its next write may be its last. */
const fullBytes = 32 * 1024 ** 2;

/** A disk that cannot be asked is as good as full. */
export async function diskTrouble(
  freeBytes: () => Promise<number>,
  floorBytes: number,
): Promise<readonly Trouble[]> {
  const free = await freeBytes().catch(() => 0);
  if (free < Math.min(fullBytes, floorBytes)) return ['disk-full'];
  return free < floorBytes ? ['disk-low'] : [];
}
