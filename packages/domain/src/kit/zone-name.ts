/**
 * Decides which names of time zones are stored: those that the runtime and the database read alike.
 *
 * Neither an offset nor an abbreviation is one. PostgreSQL reads `+09:00` with the opposite sign, `IST` as Israel's time
 * where the runtime reads India's, and `PST` without summer time.
 */
const area = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\//i;

/** Abbreviations that the runtime knows beside the names of the time zone database. */
const abbreviations: ReadonlySet<string> = new Set([
  ...['ACT', 'AET', 'AGT', 'ART', 'AST', 'BET', 'BST', 'CAT', 'CNT', 'CST', 'CTT', 'EAT', 'ECT'],
  ...['IET', 'IST', 'JST', 'MIT', 'NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST'],
]);

const runtimeName = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** Returns the name of a stored zone. It may be an abbreviation, which was not refused before: `JST` is `Asia/Tokyo`. */
export const storedZoneName = (stored: string): string => zoneName(stored) ?? runtimeName(stored);

/**
 * Returns the name as the time zone database writes it (`asia/tokyo` is `Asia/Tokyo`, `CET` is `Europe/Brussels`), or
 * undefined.
 */
export function zoneName(typed: string): string | undefined {
  if (!/^[a-z]/i.test(typed) || abbreviations.has(typed.toUpperCase())) return undefined;
  try {
    const written = runtimeName(typed);
    if (area.test(typed)) return written.toLowerCase() === typed.toLowerCase() ? written : typed;
    return written === 'UTC' || area.test(written) ? written : undefined;
  } catch {
    return undefined;
  }
}
