/** Caches the last result for as long as its inputs stay the same. */
export const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => Object.is(value, other[at]));

export type Memo<Made> = (of: readonly unknown[], make: () => Made) => Made;

export function createMemo<Made>(): Memo<Made> {
  let last: { readonly of: readonly unknown[]; readonly made: Made } | null = null;
  return (of, make) => {
    if (last === null || !isSame(last.of, of)) last = { of, made: make() };
    return last.made;
  };
}
