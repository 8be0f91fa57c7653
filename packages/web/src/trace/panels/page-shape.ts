/** Defines how the lines of the full disclosure are laid out. */

/** A page that fills its space with this number of lines. */
export type PageShape = { readonly lineMs: number; readonly lines: number };

type Lines = { readonly page?: PageShape | undefined; readonly lineMinutes?: 1 | 5 | undefined };

/** On a phone a line is a quarter of a minute. */
export const lineMsOf = (narrow: boolean, { page, lineMinutes = 1 }: Lines): number =>
  page?.lineMs ?? (narrow ? 15_000 : 60_000 * lineMinutes);
