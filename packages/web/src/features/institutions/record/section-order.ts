/**
 * Reads and writes the sections of a report as the editor stores them: their keys in order, separated by commas; empty
 * means the default.
 */
import { reportSections, type ReportSection } from '@rhythmdesk/domain/report/report-form';

export const sectionsIn = (text: string): readonly ReportSection[] =>
  text.split(',').flatMap((part) => reportSections.find((key) => key === part.trim()) ?? []);

/** Returns all sections: the chosen ones in their order, then the others in the default order. */
export const sectionOrder = (chosen: readonly ReportSection[]): readonly ReportSection[] => [
  ...chosen,
  ...reportSections.filter((key) => !chosen.includes(key)),
];

export const changedSections = (
  order: readonly ReportSection[],
  isOn: (section: ReportSection) => boolean,
): string => order.filter(isOn).join(',');
