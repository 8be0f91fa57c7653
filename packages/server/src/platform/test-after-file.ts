/**
 * Closes what test helpers opened for a test file. A helper's own `afterAll` does not work: the tests of several files
 * run in one process, where a helper is loaded once and its hooks belong to the first file only.
 */
type Close = () => Promise<unknown>;

const closers: Close[] = [];

export function afterFile(close: Close): void {
  closers.push(close);
}

/**
 * Called by the set-up after each test file. The last opened is closed first; a fault does not keep the others open.
 */
export async function closeFile(): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closers.splice(0).toReversed())
    await close().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'what a test file opened did not close');
}
