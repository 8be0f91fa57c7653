/**
 * Decides when a contact of a hospital is called: at any time, in the working hours (Monday to Friday), or outside of
 * them, in the hospital's local time. `from` and `to` are the working hours in both cases, so that there is no gap
 * between the daytime number and the number for nights and weekends. Public holidays are not known.
 *
 *   dutyAt({ duty: 'hours', duty_from: '08:30', duty_to: '17:00' }, 'Asia/Tokyo', Friday 16:00 there)
 *     → { on_duty: true, changes_ms: Friday 17:00 there }
 *
 * Invariants: for the same hours, exactly one of the two is on duty at any instant, and both change together. The state
 * does not change before `changes_ms`, and changes then.
 */
import { dayMs } from '../kit/calendar.ts';
import { daysSinceMonday, zoneClock } from '../kit/wall-clock.ts';

export const dutyKinds = ['always', 'hours', 'out_of_hours'] as const;
type DutyKind = (typeof dutyKinds)[number];

export interface Duty {
  readonly duty: DutyKind;
  /** The working hours, `08:30`; unused if the contact is always called. */
  readonly duty_from: string;
  readonly duty_to: string;
}

/** The default of a contact whose hours nobody set. */
export const usualDuty = { duty: 'always', duty_from: '08:30', duty_to: '17:00' } as const satisfies Duty;

export interface DutyState {
  readonly on_duty: boolean;
  /** Null if it never changes. */
  readonly changes_ms: number | null;
}

const minuteMs = 60_000;
const msOf = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs;

/** Working hours are valid only if they end after they begin. */
export const areHours = ({ duty, duty_from, duty_to }: Duty): boolean =>
  duty === 'always' || duty_from < duty_to;

export function dutyAt(duty: Duty, timeZone: string, nowMs: number): DutyState {
  if (duty.duty === 'always') return { on_duty: true, changes_ms: null };
  const clock = zoneClock(timeZone);
  const [from, to] = [msOf(duty.duty_from), msOf(duty.duty_to)];
  const isOn = (atMs: number): boolean => {
    const wall = clock.shown(atMs);
    const isWorking = daysSinceMonday(wall) < 5 && from <= wall % dayMs && wall % dayMs < to;
    return isWorking === (duty.duty === 'hours');
  };
  const on_duty = isOn(nowMs);
  const wall = clock.shown(nowMs);
  // From any day, a working day begins within the next three days.
  const edges = [0, 1, 2, 3].flatMap((days) => {
    const midnight = wall - (wall % dayMs) + days * dayMs;
    return [clock.instant(midnight + from), clock.instant(midnight + to)];
  });
  return { on_duty, changes_ms: edges.find((edge) => edge > nowMs && isOn(edge) !== on_duty) ?? null };
}
