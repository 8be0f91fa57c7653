// The units in which recordings state voltages; anything else (pressure, temperature, counts) is no ECG.

const microvolts = new Map([
  ['V', 1e6],
  ['mV', 1e3],
  ['uV', 1],
  ['µV', 1],
  ['μV', 1],
  ['nV', 1e-3],
]);

/** Microvolts of one unit; null for units that are no voltage. */
export function microvoltsPerUnit(units: string): number | null {
  return microvolts.get(units) ?? null;
}
