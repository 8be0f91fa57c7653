// The HN ID (a patch's serial): `HN` and 6 to 12 letters or digits, upper-case, without hyphens
// (recording format, "HN ID"). It stands among the labels so that files and rules read one form.

const hnIdForm = /^HN[A-Z0-9]{6,12}$/;

/** The stored form of an HN ID as typed or as read from a file, or null where it is none. */
export function normalizeHnId(text: string): string | null {
  const stored = text.replaceAll('-', '').toUpperCase();
  return hnIdForm.test(stored) ? stored : null;
}
