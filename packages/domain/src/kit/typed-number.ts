/**
 * Reads a number as users type or paste it: in full-width figures, with a decimal comma, or with commas between
 * thousands. Removing unexpected characters instead would turn `12,50` into 1250.
 */
const groupedPattern = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** Writes a typed number with plain figures and a decimal point; any other text stays and is no number. */
export function plainNumber(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  return groupedPattern.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}
