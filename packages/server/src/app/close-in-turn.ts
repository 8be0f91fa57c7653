/** Closes the parts of a program in their order. A part that fails keeps no later one open, such as the database. */

/** Throws the first fault once every part was closed. */
export async function closeInTurn(parts: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
