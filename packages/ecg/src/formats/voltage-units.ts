// Converts the voltage units of recordings, in every spelling and text encoding that files have.

import { readingsOf } from './header-text.ts';

const microvolts: ReadonlyMap<string, number> = new Map([
  ['', 1e6],
  ...['m', 'mil', 'mili', 'milli'].map((prefix) => [prefix, 1e3] as const),
  ...['u', 'mu', 'mc', 'mk', 'mic', 'micro'].map((prefix) => [prefix, 1] as const),
  ...['n', 'nano'].map((prefix) => [prefix, 1e-3] as const),
]);

/** A text field of eight letters cuts `millivolt`. */
const voltage = /^([a-z]*)v(?:o(?:l(?:ts?)?)?)?$/;
/** Units of other quantities, so that a signal in them is no ECG and not a signal in an unknown unit. */
const otherQuantity = new RegExp(
  '^(?:%.*|(?:deg(?:rees)?\\s*|°|º)[cfk]?|celsius|[cfk]|k?hz|bpm|b/m|rpm|/min|1/min|min|m?s|sec|' +
    'mm|cm|cm/s|m/s|g|mg|m/s2|m/s\\^2|(?:cm|mm)\\s?h2o|mmhg|k?pa|h?pa|m?bar|psi|torr|k?ohms?|Ω|' +
    'l|ml|l/min|ml/min|l/s|u?s(?:iemens)?|m?a|lux|db|au|a\\.u\\.|n/?a|nu|bool(?:ean)?|none|adu|counts?)$',
  'i',
);

/**
 * Removes padding, brackets and "per step"; the sign for micro, which no two encodings write alike, becomes `u`, and
 * Cyrillic letters become Latin ones.
 */
function normal(units: string): string {
  const bare = units
    .replace(/\/(?:adu|lsb|bit|count|step|digit)s?$/i, '')
    .replace(/[\0\s.[\](){}_^\\]/g, '')
    .replace(/^[мМ]([кК]?)[вВ]$/u, (_all, micro: string) => (micro === '' ? 'mV' : 'uV'));
  return bare.replace(/^(?:[^\x20-\x7e]+|\?)(?=v)/i, 'u').toLowerCase();
}

/** Returns the microvolts of one unit; null if it is not a voltage. Capitals mean nothing: no ECG is in megavolts. */
export function microvoltsPerUnit(units: string): number | null {
  for (const reading of readingsOf(units.slice(0, 80))) {
    const prefix = voltage.exec(normal(reading))?.[1];
    const found = prefix === undefined ? undefined : microvolts.get(prefix);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns why a signal in this unit is no lead: it is of another quantity, or nobody can say what it is. */
export function whyNoVoltage(units: string): 'no-voltage' | 'unknown-unit' {
  return otherQuantity.test(units.slice(0, 80).replace(/\0/g, '').trim()) ? 'no-voltage' : 'unknown-unit';
}
