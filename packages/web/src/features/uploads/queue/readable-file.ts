/**
 * Finds out whether a file can still be read: it may be deleted or changed on disk while the page holds it, and only
 * reading shows this.
 */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Returns the first of these files that can be read. */
export async function firstReadable(candidates: readonly (File | null | undefined)[]): Promise<File | null> {
  for (const file of candidates) {
    if (file && (await isReadable(file))) return file;
  }
  return null;
}
