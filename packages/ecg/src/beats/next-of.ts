/**
 * Returns the first index from `from` on that contains `value`, −1 if none does. `indexOf` alone is slow where the
 * value is repeated in a row, as every hit costs a call.
 */
export function nextOf(values: Uint8Array, value: number, from: number): number {
  return values[from] === value ? from : values.indexOf(value, from);
}
