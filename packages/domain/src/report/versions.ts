/**
 * Decides which report versions a user sees. The versions of a case are numbered from 1 without gaps. None is ever
 * overwritten, and old ones stay readable. For the center the newest version is the current one. The hospital sees only
 * versions that a completion released, not versions in progress or in correction. Source: decisions, sections 1 and 3.
 */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import type { GroupType } from '../people/roles.ts';

/** `reading`: made from the reading and contains its data. */
export const reportSources = ['device', 'technician', 'reading'] as const;
export type ReportSource = (typeof reportSources)[number];

export interface ReportVersion {
  readonly report_version: number;
  /** When a completion released it to the hospital; null while it is in progress. */
  readonly released_ms: number | null;
}

export type ReportReader = 'center' | 'hospital';

/** Only the center's staff and the administrators of the product see versions in progress. */
export function readerOf(group_type: GroupType): ReportReader {
  return group_type === 'tech_center' || group_type === 'team' || group_type === 'admin'
    ? 'center'
    : 'hospital';
}

export function nextReportVersion(versions: readonly ReportVersion[]): number {
  return Math.max(0, ...versions.map(({ report_version }) => report_version)) + 1;
}

/** Returns the visible versions, newest first. */
export function visibleVersions<Version extends ReportVersion>(
  versions: readonly Version[],
  reader: ReportReader,
): readonly Version[] {
  return versions
    .filter(({ released_ms }) => reader === 'center' || released_ms !== null)
    .sort((a, b) => b.report_version - a.report_version);
}

/**
 * Returns the requested version, else the current one. If none is visible the refusal is `report/none`; an unknown
 * version is not found.
 */
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

/**
 * Tells whether a version corrects one that was out. A completion releases every version made since the last one at the
 * same instant, and only the newest of them goes out.
 */
export const isCorrection = (
  { released_ms }: Pick<ReportVersion, 'released_ms'>,
  earlier: readonly Pick<ReportVersion, 'released_ms'>[],
): boolean => earlier.some((one) => one.released_ms !== null && one.released_ms < (released_ms ?? Infinity));

/** Returns whether the hospital has seen a report. The next report then says on its first page what was changed and why. */
export function isAmendment(versions: readonly ReportVersion[]): boolean {
  return versions.some(({ released_ms }) => released_ms !== null);
}

/** Checks whether a report version was made since the correction began. */
export function hasNewReport(versions: readonly ReportVersion[]): boolean {
  return visibleVersions(versions, 'center')[0]?.released_ms === null;
}
