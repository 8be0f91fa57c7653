/**
 * A case's report has versions, numbered from 1 without a hole; none is ever overwritten and the old ones stay
 * readable. The newest is the current one for the center. The hospital sees what a completion has released: a
 * version under work, also one of a correction, is not shown to it until then.
 * Source: decisions, sections 1 and 3.
 */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import type { GroupType } from '../people/roles.ts';

/** `reading`: made from the reading, with what it says as data. */
export const reportSources = ['device', 'technician', 'reading'] as const;
export type ReportSource = (typeof reportSources)[number];

export interface ReportVersion {
  readonly report_version: number;
  /** When a completion showed it to the hospital; null while it is under work. */
  readonly released_ms: number | null;
}

export type ReportReader = 'center' | 'hospital';

/** The center's people and the administrators of the product see versions under work; nobody else does. */
export function readerOf(group_type: GroupType): ReportReader {
  return group_type === 'tech_center' || group_type === 'team' || group_type === 'admin'
    ? 'center'
    : 'hospital';
}

export function nextReportVersion(versions: readonly ReportVersion[]): number {
  return Math.max(0, ...versions.map(({ report_version }) => report_version)) + 1;
}

/** Newest first. */
export function visibleVersions<Version extends ReportVersion>(
  versions: readonly Version[],
  reader: ReportReader,
): readonly Version[] {
  return versions
    .filter(({ released_ms }) => reader === 'center' || released_ms !== null)
    .sort((a, b) => b.report_version - a.report_version);
}

/** The version asked for, else the current one; none visible is `report/none`, an unknown one not found. */
export function reportFor<Version extends ReportVersion>(
  versions: readonly Version[],
  reader: ReportReader,
  report_version?: number,
): Result<Version> {
  const visible = visibleVersions(versions, reader);
  const [current] = visible;
  if (current === undefined) return refuse('report/none');
  if (report_version === undefined) return accept(current);
  const chosen = visible.find((version) => version.report_version === report_version);
  return chosen === undefined ? refuse('object/not-found') : accept(chosen);
}

/** Once the hospital has seen a report, the next one says on its first page what was changed and why. */
export function isAmendment(versions: readonly ReportVersion[]): boolean {
  return versions.some(({ released_ms }) => released_ms !== null);
}

/** Was a report version made since the correction began? */
export function hasNewReport(versions: readonly ReportVersion[]): boolean {
  return visibleVersions(versions, 'center')[0]?.released_ms === null;
}
