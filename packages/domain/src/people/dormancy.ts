/**
 * Decides when an unused account becomes dormant: a number of days after the last sign-in, and at least 14 days after
 * the owner was warned by mail. Example with 365 days: an account last used on 1 January is warned on 18 December and
 * becomes dormant on 1 January. If the warning was late, the account becomes dormant 14 days after it.
 */
export const dormancyNoticeDays = 14;

const dayMs = 86_400_000;

export type Activity = {
  /** The last sign-in, or a later creation, approval or reactivation of the account. */
  readonly active_at: number;
  /** When the owner was last warned that the account will become dormant. */
  readonly notified_at: number | null;
};

/** Returns the instant at which the account becomes dormant unless somebody signs in. */
export function dormantAt({ active_at, notified_at }: Activity, afterDays: number): number {
  const due = active_at + afterDays * dayMs;
  return notified_at === null || notified_at < active_at
    ? due
    : Math.max(due, notified_at + dormancyNoticeDays * dayMs);
}

export type DormancyStep = 'none' | 'notify' | 'sleep';

export function dormancyStep(activity: Activity, afterDays: number, now: number): DormancyStep {
  const { active_at, notified_at } = activity;
  const isNotified = notified_at !== null && notified_at >= active_at;
  if (isNotified) return now >= dormantAt(activity, afterDays) ? 'sleep' : 'none';
  return now >= active_at + (afterDays - dormancyNoticeDays) * dayMs ? 'notify' : 'none';
}
