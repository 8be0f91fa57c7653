/** Sections of a report as the editor holds them: their keys in order, parted by commas; empty leaves the choice open. */
import { reportSections, type ReportSection } from '@rhythmdesk/domain/report/report-form';

export const sectionsIn = (text: string): readonly ReportSection[] =>
  text.split(',').flatMap((part) => reportSections.find((key) => key === part.trim()) ?? []);

/** All of them: the chosen ones in their order, then the others in the usual one. */
export const sectionOrder = (chosen: readonly ReportSection[]): readonly ReportSection[] => [
  ...chosen,
  ...reportSections.filter((key) => !chosen.includes(key)),
];

export const changedSections = (
  order: readonly ReportSection[],
  isOn: (section: ReportSection) => boolean,
): string => order.filter(isOn).join(',');
