/** Checks the dates of the patient form, for the page and the server. Dates compare like their texts. */
import type { RefusalCode } from '../kit/refusal.ts';
import { dateIn } from '../kit/wall-clock.ts';

/** Returns the age in whole years on the day, by the calendar. */
export function ageOn(birth_date: string | null, day: string): number | null {
  if (birth_date === null) return null;
  const years = Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4));
  return day.slice(5) < birth_date.slice(5) ? years - 1 : years;
}

/** Returns the age at an instant, by the calendar of a zone: in Seoul a birthday begins nine hours before UTC. */
export const ageAt = (birth_date: string | null, time_zone: string, at_ms: number): number | null =>
  ageOn(birth_date, dateIn(time_zone, at_ms));

export interface PatientDates {
  readonly birth_date?: string | null | undefined;
  readonly attachment_date?: string | null | undefined;
  readonly detachment_date?: string | null | undefined;
}

export type DateFault = {
  readonly field: 'birth_date' | 'attachment_date' | 'detachment_date';
  readonly code: Extract<
    RefusalCode,
    'case/birth-date-future' | 'case/worn-in-future' | 'case/detached-before-attached'
  >;
};

/** Returns every invalid date; `today` is the calendar date of the hospital. An absent date is valid. */
export function dateFaults(dates: PatientDates, today: string): readonly DateFault[] {
  const { birth_date, attachment_date, detachment_date } = dates;
  const faults: DateFault[] = [];
  if (birth_date && birth_date > today) faults.push({ field: 'birth_date', code: 'case/birth-date-future' });
  if (attachment_date && attachment_date > today)
    faults.push({ field: 'attachment_date', code: 'case/worn-in-future' });
  if (detachment_date && detachment_date > today)
    faults.push({ field: 'detachment_date', code: 'case/worn-in-future' });
  else if (attachment_date && detachment_date && detachment_date < attachment_date) {
    faults.push({ field: 'detachment_date', code: 'case/detached-before-attached' });
  }
  return faults;
}
