/**
 * Measures how far two readers agree over categories, from a square table of counts: a row for the first reader's
 * category, a column for the second's. Cohen's kappa (J. Cohen, Educ. Psychol. Meas. 20, 1960) corrects the agreement
 * for chance: 1 is full agreement, 0 no more than chance.
 *
 * Invariants: exchanging rows and columns changes neither; full agreement is 1, even if only one category occurs.
 */
export type CountTable = readonly (readonly number[])[];

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Shares of the whole, 0 to 1; null if nothing was counted. */
export interface TableAgreement {
  readonly compared: number;
  readonly same: number;
  readonly share: number | null;
  readonly kappa: number | null;
}

export function tableAgreement(table: CountTable): TableAgreement {
  const rows = table.map(sumOf);
  const columns = table.map((_, column) => sumOf(table.map((row) => row[column] ?? 0)));
  const compared = sumOf(rows);
  const same = sumOf(table.map((row, i) => row[i] ?? 0));
  if (compared === 0) return { compared, same, share: null, kappa: null };
  const share = same / compared;
  const byChance = sumOf(rows.map((count, i) => (count / compared) * ((columns[i] ?? 0) / compared)));
  const kappa = same === compared ? 1 : (share - byChance) / (1 - byChance);
  return { compared, same, share, kappa };
}
