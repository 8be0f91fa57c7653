/** Computes the columns of a list in the user's order. */

/**
 * Returns the chosen columns in their order: unknown and duplicate names are dropped, and the fixed column is added
 * first if missing.
 */
export function knownColumns<Id extends string>(
  chosen: readonly string[],
  all: readonly Id[],
  fixed: Id,
): readonly Id[] {
  const known = [...new Set(chosen.flatMap((name) => all.find((id) => id === name) ?? []))];
  return known.includes(fixed) ? known : [fixed, ...known];
}

/** Returns the order with one column moved by one place; at an end it does not move. */
export function moveColumn<Id extends string>(columns: readonly Id[], id: Id, by: -1 | 1): readonly Id[] {
  const from = columns.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const moved = columns.filter((each) => each !== id);
  return moved.toSpliced(to, 0, id);
}
