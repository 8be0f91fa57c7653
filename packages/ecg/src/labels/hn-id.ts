// Normalizes HN IDs (a patch's serial number): `HN` and 6 to 12 letters or digits, upper-case, without hyphens
// (recording format, "HN ID"). It is in this folder so that files and rules use the same form.

const hnIdForm = /^HN[A-Z0-9]{6,12}$/;

/** Returns the stored form of an HN ID as typed or as read from a file, or null if it is not one. */
export function normalizeHnId(text: string): string | null {
  const stored = text.replaceAll('-', '').toUpperCase();
  return hnIdForm.test(stored) ? stored : null;
}

const within = /(?<![A-Za-z0-9])HN-?(?=[A-Z0-9-]*\d)[A-Z0-9-]{6,14}(?![A-Za-z0-9])/g;

/** Returns the first HN ID that is a word in a longer text (a file's name or header), in its stored form. */
export function hnIdWithin(text: string): string | null {
  for (const [word] of text.matchAll(within)) {
    const stored = normalizeHnId(word);
    if (stored !== null) return stored;
  }
  return null;
}
