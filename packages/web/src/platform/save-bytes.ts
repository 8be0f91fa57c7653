/** Saves bytes as a download under a name. */
const keptMs = 60_000;

export function saveBytes(bytes: BlobPart, filename: string, media_type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: media_type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // Some browsers read the bytes only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
