/**
 * Decides what the erasure of a patient removes and what stays, with the reason. A report that a hospital received is
 * part of the medical record: it stays for a time that the installation sets, counted from the completion.
 */

import { dateIn } from '../kit/wall-clock.ts';

/** What an erasure removes. */
export const erasedKinds = [
  'identity',
  'recording',
  'analysis',
  'reading',
  'comment',
  'critical-finding',
  'attachment',
  'unreleased-report',
  'consent-signature',
  'notification',
  'draft',
  'message',
  'upload-fields',
  'research-key',
  'health-link',
] as const;
export type ErasedKind = (typeof erasedKinds)[number];

export const keepingReasons = ['medical-record', 'evidence', 'accounting'] as const;
export type KeepingReason = (typeof keepingReasons)[number];

/** What stays under a pseudonym, and why. */
export const keptKinds = {
  report: 'medical-record',
  history: 'evidence',
  'audit-log': 'evidence',
  consent: 'evidence',
  invoice: 'accounting',
} as const satisfies Record<string, KeepingReason>;
export type KeptKind = keyof typeof keptKinds;

const isKept = (text: string): text is KeptKind => Object.hasOwn(keptKinds, text);
export const keptKindNames: readonly KeptKind[] = Object.keys(keptKinds).filter(isKept);

/**
 * Returns the last day where the hospital is, as `YYYY-MM-DD`, on which the reports of a case completed at this time
 * stay; null if that time is over or no report was released.
 */
export function reportUntil(
  released_at: Date | null,
  years: number,
  { now, time_zone }: { readonly now: Date; readonly time_zone: string },
): string | null {
  if (released_at === null) return null;
  const until = new Date(released_at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until.getTime() > now.getTime() ? dateIn(time_zone, until.getTime()) : null;
}
