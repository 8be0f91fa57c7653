/**
 * What helpers of the tests open for a test file, closed after it. A helper's own `afterAll` does not do: the tests of
 * several files run in one process, where a helper is loaded once and its hooks belong to the first file alone.
 */
type Close = () => Promise<unknown>;

const closers: Close[] = [];

export function afterFile(close: Close): void {
  closers.push(close);
}

/** For the set-up of each file's tests: the last opened is closed first; a fault keeps none of the others open. */
export async function closeFile(): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closers.splice(0).toReversed())
    await close().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'what a test file opened did not close');
}
