/**
 * Defines which sections of the printed report an institution chooses, and in which order. The header, facts,
 * conclusion, critical findings, readers, method and versions are on every report, because without them a report would
 * not show what it is based on.
 */
export const reportSections = [
  'figures',
  'trend',
  /** The first two strips, which fit on page one. */
  'first_strips',
  /** All strips that were not printed before this section. They follow the first ones, so that all are read together. */
  'strips',
  'days',
  'episodes',
  'events',
  'intervals',
  'hours',
  'quality',
] as const;
export type ReportSection = (typeof reportSections)[number];

/** The report settings of one institution. Empty fields fall back to the center's or to the default. */
export type ReportForm = {
  /** Name, address and telephone, one per line; the first line is printed in bold. */
  readonly letterhead: string;
  /** SHA-256 of the image. */
  readonly logo: string;
  readonly report_sections: readonly ReportSection[];
};

/**
 * True if the institution has its own letterhead. The report prints the hospital's if it has one, otherwise the
 * center's.
 */
export const hasLetterhead = ({ letterhead, logo }: Pick<ReportForm, 'letterhead' | 'logo'>): boolean =>
  letterhead !== '' || logo !== '';

/** Returns the hospital's choice, else the center's, else all sections. */
export function sectionsOf(
  hospital: readonly ReportSection[],
  center: readonly ReportSection[],
): readonly ReportSection[] {
  if (hospital.length > 0) return hospital;
  return center.length > 0 ? center : reportSections;
}

const onPageOne: readonly ReportSection[] = ['figures', 'trend', 'first_strips'];

/**
 * Returns the number of sections before the block of readers and verifiers, which is printed at the end of page one's
 * sections.
 */
export function peopleAfter(sections: readonly ReportSection[]): number {
  const end = sections.findIndex((section) => !onPageOne.includes(section));
  return end === -1 ? sections.length : end;
}
