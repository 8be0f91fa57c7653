/**
 * The first place from `from` on that holds `value`, −1 where none does. `indexOf` alone is slow where the value stands
 * in row after row: a call for each.
 */
export function nextOf(values: Uint8Array, value: number, from: number): number {
  return values[from] === value ? from : values.indexOf(value, from);
}
