/** How the lines of the full disclosure are laid out. */

/** A page that fills its room with so many lines. */
export type PageShape = { readonly lineMs: number; readonly lines: number };

type Lines = { readonly page?: PageShape | undefined; readonly lineMinutes?: 1 | 5 | undefined };

/** A phone's line is a quarter of a minute. */
export const lineMsOf = (narrow: boolean, { page, lineMinutes = 1 }: Lines): number =>
  page?.lineMs ?? (narrow ? 15_000 : 60_000 * lineMinutes);
