/** The columns of a list in the user's order. */

/** The chosen columns in their order: unknown names dropped, each once, the one that always stands first where left out. */
export function knownColumns<Id extends string>(
  chosen: readonly string[],
  all: readonly Id[],
  fixed: Id,
): readonly Id[] {
  const known = [...new Set(chosen.flatMap((name) => all.find((id) => id === name) ?? []))];
  return known.includes(fixed) ? known : [fixed, ...known];
}

/** The order with one column moved by a place; at an end it stays. */
export function moveColumn<Id extends string>(columns: readonly Id[], id: Id, by: -1 | 1): readonly Id[] {
  const from = columns.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const moved = columns.filter((each) => each !== id);
  return moved.toSpliced(to, 0, id);
}
