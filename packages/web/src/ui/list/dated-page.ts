/**
 * Defines the state of a paged list over a past period: its address parameters and its query to the server; the default
 * is thirty days.
 */
import { isCalendarDate } from '@rhythmdesk/domain/kit/calendar';
import { z } from 'zod';
import { useNow } from '../use-now.ts';
import { lastDays, localToday, type Period } from './period.ts';

const date = z
  .string()
  .refine((text): boolean => isCalendarDate(text))
  .nullable()
  .catch(null);

export const datedPageFields = { from: date, to: date, page: z.coerce.number().int().min(1).catch(1) };
export const datedPageSize = 50;

const usualDays = 30;

type Dates = { readonly from: string | null; readonly to: string | null };

export function useShownPeriod({ from, to }: Dates): { today: string; period: Period } {
  const today = localToday(new Date(useNow()));
  const usual = lastDays(today, usualDays);
  return { today, period: { from: from ?? usual.from, to: to ?? usual.to } };
}

/** Both days of the period are included, also a day of 23 or 25 hours. */
export function localBounds({ from, to }: Period): { from_time: string; to_time: string } {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { from_time: new Date(`${from}T00:00:00`).toISOString(), to_time: end.toISOString() };
}
