/**
 * What of a printed report an institution chooses, and in which order. Head, facts, conclusion, critical findings, who
 * read it, method and versions are on every report: a report without them would not say what it rests on.
 */
export const reportSections = [
  'figures',
  'trend',
  /** The first two strips, which fit on page one. */
  'first_strips',
  'days',
  'episodes',
  'events',
  'intervals',
  /** Every strip that was not printed before. */
  'strips',
  'hours',
  'quality',
] as const;
export type ReportSection = (typeof reportSections)[number];

/** What of a report one institution has set; empty where it leaves it to the next. */
export type ReportForm = {
  /** Name, address, telephone: one a line, the first in bold. */
  readonly letterhead: string;
  /** SHA-256 of the picture. */
  readonly logo: string;
  readonly report_sections: readonly ReportSection[];
};

/** Whose letterhead is printed: the hospital's where it has set any of its own, else the center's. */
export const hasLetterhead = ({ letterhead, logo }: Pick<ReportForm, 'letterhead' | 'logo'>): boolean =>
  letterhead !== '' || logo !== '';

/** The hospital's own choice, else the center's, else everything. */
export function sectionsOf(
  hospital: readonly ReportSection[],
  center: readonly ReportSection[],
): readonly ReportSection[] {
  if (hospital.length > 0) return hospital;
  return center.length > 0 ? center : reportSections;
}

const onPageOne: readonly ReportSection[] = ['figures', 'trend', 'first_strips'];

/** Who read and verified it stands where page one's sections end. */
export function peopleAfter(sections: readonly ReportSection[]): number {
  const end = sections.findIndex((section) => !onPageOne.includes(section));
  return end === -1 ? sections.length : end;
}
