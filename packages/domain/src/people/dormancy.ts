/**
 * When an account that nobody signs in to goes to sleep by itself: after so many days, and never less than 14 days after
 * its owner was told by mail. Example: last seen on 1 January with 365 days is told on 18 December and sleeps on
 * 1 January; where the telling came late, it sleeps 14 days after that.
 */
export const dormancyNoticeDays = 14;

const dayMs = 86_400_000;

export type Activity = {
  /** The last sign-in, or whenever the account was made, let in or woken up after it. */
  readonly active_at: number;
  /** When the owner was last told that the account will sleep. */
  readonly told_at: number | null;
};

/** The instant at which it sleeps unless somebody signs in. */
export function dormantAt({ active_at, told_at }: Activity, afterDays: number): number {
  const due = active_at + afterDays * dayMs;
  return told_at === null || told_at < active_at ? due : Math.max(due, told_at + dormancyNoticeDays * dayMs);
}

export type DormancyStep = 'none' | 'tell' | 'sleep';

export function dormancyStep(activity: Activity, afterDays: number, now: number): DormancyStep {
  const { active_at, told_at } = activity;
  const isNotified = told_at !== null && told_at >= active_at;
  if (isNotified) return now >= dormantAt(activity, afterDays) ? 'sleep' : 'none';
  return now >= active_at + (afterDays - dormancyNoticeDays) * dayMs ? 'tell' : 'none';
}
