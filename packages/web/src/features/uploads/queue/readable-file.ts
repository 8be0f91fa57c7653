/** A file can be gone from the disk, or changed, while a page still holds it: only reading tells. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** The first of these that its disk still gives. */
export async function firstReadable(candidates: readonly (File | null | undefined)[]): Promise<File | null> {
  for (const file of candidates) {
    if (file && (await isReadable(file))) return file;
  }
  return null;
}
