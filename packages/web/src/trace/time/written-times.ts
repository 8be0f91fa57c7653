/**
 * Finds times of a recording that users wrote in a comment, each with the sample that it names.
 *
 * Invariants: a time names a place only if the recording passed it once; with a day, only that day counts; the pieces
 * joined together are the original text. Days are written as a date, in the order of any language, or as the day of the
 * recording.
 */
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { msAt, sampleAt } from './time-scale.ts';
import type { RecordingClock } from './time-scale.ts';
import type { WallClock } from './wall-clock.ts';

type WrittenPiece = { readonly text: string; readonly sample: number | null };

/** `nth`: the day of the recording, from 1. */
type Day = { readonly year: number; readonly month: number; readonly date: number; readonly nth: number };
type DayForm = {
  readonly form: RegExp;
  readonly names: (day: Day, numbers: readonly number[], word: string) => boolean;
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const isMonth = (day: Day, word: string): boolean => months[day.month - 1] === word.slice(0, 3).toLowerCase();

const monthName = `(?:${months.join('|')})[a-z]*\\.?`;
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?';
/** What may be between a day and its time: a weekday in brackets, a comma, a space. */
const gap = '(?:\\s?[(（][月火水木金土日월화수목금토일][)）]|\\s?(?:周|星期)[一二三四五六日天])?[,、，]?\\s*';
const dayForm = (pattern: string, names: DayForm['names']): DayForm => ({
  form: new RegExp(`(?<![\\d/.-])${pattern}$`, 'iu'),
  names,
});

/** The first form that matches is used. */
const dayForms: readonly DayForm[] = [
  dayForm(
    `(\\d{4})(?:[-/.年]|년\\s?)(\\d{1,2})(?:[-/.月]|월\\s?)(\\d{1,2})(?:[日일T]?${gap})`,
    (day, [year, month, date]) => day.year === year && day.month === month && day.date === date,
  ),
  dayForm(`(?:day\\s(\\d{1,2}),?\\s+|第\\s?(\\d{1,2})\\s?天${gap})`, (day, [nth]) => day.nth === nth),
  dayForm(`(\\d{1,2})\\s?(?:日目|일차|일째)${gap}`, (day, [nth]) => day.nth === nth),
  dayForm(
    `(\\d{1,2})(?:月|월\\s?)(\\d{1,2})[日일号]${gap}`,
    (day, [month, date]) => day.month === month && day.date === date,
  ),
  dayForm(`(\\d{1,2})[日일号]${gap}`, (day, [date]) => day.date === date),
  dayForm(
    `(\\d{1,2})[/.](\\d{1,2})\\.?,?\\s+`,
    (day, [one, other]) =>
      (day.month === one && day.date === other) || (day.date === one && day.month === other),
  ),
  dayForm(
    `(?:${weekday}\\s)?(\\d{1,2})\\s(?<word>${monthName}),?\\s+`,
    (day, [date], word) => day.date === date && isMonth(day, word),
  ),
  dayForm(
    `(?<word>${monthName})\\s(\\d{1,2}),?\\s+`,
    (day, [date], word) => day.date === date && isMonth(day, word),
  ),
  dayForm(`${weekday}\\s(\\d{1,2}),?\\s+`, (day, [date]) => day.date === date),
];

type WrittenDay = { readonly text: string; readonly names: (day: Day) => boolean };

/** Returns the day written just before a time; without one, any day. */
function dayBefore(before: string): WrittenDay {
  for (const { form, names } of dayForms) {
    const found = form.exec(before);
    if (found === null) continue;
    const numbers = found
      .slice(1)
      .flatMap((part: string | undefined) =>
        part !== undefined && /^\d+$/u.test(part) ? [Number(part)] : [],
      );
    return { text: found[0], names: (day) => names(day, numbers, found.groups?.['word'] ?? '') };
  }
  return { text: '', names: () => true };
}

/** Instants of the recording with this wall-clock time, on the matching days. */
function instantsAt(
  clock: RecordingClock,
  wall: WallClock,
  timeMs: number,
  isMeant: (day: Day) => boolean,
): number[] {
  const endMs = msAt(clock, clock.samples);
  const first = Math.floor(wall.shown(clock.start_ms) / dayMs);
  const last = Math.floor(wall.shown(endMs) / dayMs);
  const found = new Set<number>();
  for (let number = first; number <= last; number += 1) {
    const at = new Date(number * dayMs);
    const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
    if (!isMeant({ ...day, nth: number - first + 1 })) continue;
    const shown = number * dayMs + timeMs;
    const about = wall.instant(shown);
    // An hour that the wall clock shows twice has two instants, a skipped hour has none.
    for (const ms of [about - hourMs, about, about + hourMs]) {
      if (wall.shown(ms) === shown && ms >= clock.start_ms && ms < endMs) found.add(ms);
    }
  }
  return [...found];
}

/**
 * Returns the samples at which the recording passed a time of day, in milliseconds after midnight, on any of its days.
 */
export function passings(clock: RecordingClock, wall: WallClock, timeMs: number): readonly number[] {
  return instantsAt(clock, wall, timeMs, () => true)
    .map((ms) => Math.round(sampleAt(clock, ms)))
    .sort((a, b) => a - b);
}

const time = /(?<![\d:.])(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,](\d{1,3})(?!\d))?(?![\d:])/gu;

export function writtenTimes(text: string, clock: RecordingClock, wall: WallClock): readonly WrittenPiece[] {
  const pieces: WrittenPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(time)) {
    const [whole, hours = '', minutes = '', seconds = '', fraction = ''] = found;
    const timeMs =
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
      Number(fraction.padEnd(3, '0'));
    if (timeMs >= dayMs) continue;
    const day = dayBefore(text.slice(from, found.index));
    const [ms, another] = instantsAt(clock, wall, timeMs, day.names);
    if (ms === undefined || another !== undefined) continue;
    const start = found.index - day.text.length;
    const end = found.index + whole.length;
    if (start > from) pieces.push({ text: text.slice(from, start), sample: null });
    pieces.push({ text: text.slice(start, end), sample: Math.round(sampleAt(clock, ms)) });
    from = end;
  }
  return from < text.length ? [...pieces, { text: text.slice(from), sample: null }] : pieces;
}
