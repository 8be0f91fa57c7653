/**
 * Joins the table of results and reads the results of a reading by it. The report, the CSV and JSON exports and every
 * interface to other systems take code names, units, published codes, texts and values from here. A new row appears in
 * all of them; an output that leaves out a row lists it with the reason.
 *
 * Invariant: a result has one value, whichever output shows it. Outputs differ only in rounding.
 */
import { criticalResults, findingResults } from './finding-results.ts';
import { measuredResults } from './measured-results.ts';
import { type ResultRow, type ResultSource, resultUnits } from './result-row.ts';
import { rhythmResults } from './rhythm-results.ts';
import { statementResults } from './statement-results.ts';

/** The rows in the order in which outputs list them. */
export const resultRows = {
  ...rhythmResults,
  ...measuredResults,
  ...findingResults,
  ...criticalResults,
  ...statementResults,
};
export type ResultCode = keyof typeof resultRows;

/** The same rows, without the literal types of their fields. */
export const resultTable: Readonly<Record<ResultCode, ResultRow>> = resultRows;

export const isResultCode = (code: string): code is ResultCode => Object.hasOwn(resultTable, code);
export const resultCodes: readonly ResultCode[] = Object.keys(resultTable).filter(isResultCode);

/** Codes that an output does not contain, each with the reason. */
export type LeftOut = Readonly<Partial<Record<ResultCode, string>>>;

/** A number in the unit of the row, or the text of a row without a unit. */
export type ResultValue = number | string;
export interface Result {
  readonly code: ResultCode;
  readonly row: ResultRow;
  readonly value: ResultValue;
}

function fieldOf(source: ResultSource, path: string): unknown {
  let found: unknown = source;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return null;
    found = Reflect.get(found, name);
  }
  return found;
}

const orNone = (count: number): number | null => (count === 0 ? null : count);

/** Returns the exact value; null if the reading has none. */
export function readResult(source: ResultSource, code: ResultCode): ResultValue | null {
  const { from, unit } = resultTable[code];
  if (typeof from !== 'string')
    return 'kind' in from
      ? orNone(source.counts.find(({ kind }) => kind === from.kind)?.count ?? 0)
      : orNone(source.document?.critical.filter(({ rule }) => rule === from.rule).length ?? 0);
  const value = fieldOf(source, from);
  if (typeof value === 'number') return unit === null ? String(value) : unit === '%' ? 100 * value : value;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a value as it is sent, rounded to the decimal places of its unit. */
export function sentValue({ unit }: Pick<ResultRow, 'unit'>, value: ResultValue): ResultValue {
  if (typeof value === 'string' || unit === null) return value;
  const factor = 10 ** resultUnits[unit];
  return Math.round(factor * value) / factor;
}

/** Returns the results that a reading has, in the order of the table, with the values that are sent. */
export function resultsOf(source: ResultSource, leftOut: LeftOut = {}): Result[] {
  return resultCodes.flatMap((code) => {
    const row = resultTable[code];
    const value = leftOut[code] === undefined ? readResult(source, code) : null;
    return value === null ? [] : [{ code, row, value: sentValue(row, value) }];
  });
}
