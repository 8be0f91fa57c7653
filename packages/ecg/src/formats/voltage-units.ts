// Converts the voltage units of recordings, in every spelling and text encoding that files have.

const microvolts: ReadonlyMap<string, number> = new Map([
  ['', 1e6],
  ['m', 1e3],
  ['milli', 1e3],
  ['u', 1],
  ['mc', 1],
  ['micro', 1],
  ['n', 1e-3],
  ['nano', 1e-3],
]);

const voltage = /^(m|milli|u|mc|micro|n|nano|)v(?:olts?)?$/;
/** Units of other quantities, so that a signal in them is no ECG and not a signal in an unknown unit. */
const otherQuantity = new RegExp(
  '^(?:%.*|(?:deg(?:rees)?\\s*|°|º)[cfk]?|celsius|[cfk]|k?hz|bpm|b/m|rpm|/min|1/min|min|m?s|sec|' +
    'mm|cm|cm/s|m/s|g|mg|m/s2|m/s\\^2|(?:cm|mm)\\s?h2o|mmhg|k?pa|h?pa|m?bar|psi|torr|k?ohms?|Ω|' +
    'l|ml|l/min|ml/min|l/s|u?s(?:iemens)?|m?a|lux|db|au|a\\.u\\.|n/?a|nu|bool(?:ean)?|none|adu|counts?)$',
  'i',
);

/** Removes padding and brackets; the sign for micro, which no two encodings write alike, becomes `u`. */
function normal(units: string): string {
  const bare = units.replace(/[\0\s.[\]()]/g, '');
  return bare.replace(/^(?:[^\x20-\x7e]+|\?)(?=v)/i, 'u').toLowerCase();
}

/** Returns the microvolts of one unit; null if it is not a voltage. Capitals mean nothing: no ECG is in megavolts. */
export function microvoltsPerUnit(units: string): number | null {
  const prefix = voltage.exec(normal(units))?.[1];
  return prefix === undefined ? null : (microvolts.get(prefix) ?? null);
}

/** Returns why a signal in this unit is no lead: it is of another quantity, or nobody can say what it is. */
export function whyNoVoltage(units: string): 'no-voltage' | 'unknown-unit' {
  return otherQuantity.test(units.replace(/\0/g, '').trim()) ? 'no-voltage' : 'unknown-unit';
}
