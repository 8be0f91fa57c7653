// Converts the voltage units of recordings; any other unit (pressure, temperature, counts) is not an ECG.

const microvolts = new Map([
  ['V', 1e6],
  ['mV', 1e3],
  ['uV', 1],
  ['µV', 1],
  ['μV', 1],
  ['nV', 1e-3],
]);

/** Returns the microvolts of one unit; null if it is not a voltage. */
export function microvoltsPerUnit(units: string): number | null {
  return microvolts.get(units) ?? null;
}
