/** Returns how many entries of these widths fit into a row; the last place is the menu’s if not all of them fit. */
export function fittingCount(widths: readonly number[], more_px: number, row_px: number): number {
  const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width, 0));
  // Widths are fractions of a pixel; their sum may differ from the row by rounding.
  if ((ends.at(-1) ?? 0) <= row_px + 0.5) return widths.length;
  return ends.filter((end) => end + more_px <= row_px + 0.5).length;
}
