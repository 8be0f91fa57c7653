/**
 * Formats durations as the case lists and clocks show them: the two largest units, the smaller one padded if it is
 * minutes or seconds (`3 h 05 m`, `2 m 04 s`), days with hours unpadded (`7 d 0 h`).
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { formatNumber } from './format.ts';

type Unit = 'd' | 'h' | 'm' | 's';

const unitWords = {
  en: { d: '\u00a0d', h: '\u00a0h', m: '\u00a0m', s: '\u00a0s', between: ' ' },
  ja: { d: '日', h: '時間', m: '分', s: '秒', between: '' },
  ko: { d: '일', h: '시간', m: '분', s: '초', between: ' ' },
  zh: { d: '天', h: '小时', m: '分', s: '秒', between: '' },
} as const satisfies Record<Language, Record<Unit | 'between', string>>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function parts(ms: number): [number, Unit][] {
  if (ms >= day)
    return [
      [Math.floor(ms / day), 'd'],
      [Math.floor((ms % day) / hour), 'h'],
    ];
  if (ms >= hour)
    return [
      [Math.floor(ms / hour), 'h'],
      [Math.floor((ms % hour) / minute), 'm'],
    ];
  if (ms >= minute)
    return [
      [Math.floor(ms / minute), 'm'],
      [Math.floor((ms % minute) / second), 's'],
    ];
  return [[Math.floor(ms / second), 's']];
}

function worded(language: Language, list: readonly (readonly [number, Unit])[]): string {
  const words = unitWords[language];
  const pads = language === 'en';
  return list
    .map(([value, unit], index) => {
      const padded = pads && index > 0 && unit !== 'h' ? String(value).padStart(2, '0') : String(value);
      return padded + words[unit];
    })
    .join(words.between);
}

/** Formats a duration (`durationMs` ≥ 0), cut (not rounded) to its two largest units: `13 d 22 h`, `13日22時間`. */
export function formatDuration(language: Language, durationMs: number): string {
  return worded(language, parts(Math.max(0, durationMs)));
}

/**
 * Formats the length of a part of a recording as the report does, rounded and not cut, so that page and report have the
 * same figure: below ten seconds with a decimal (`3.4 s`), below an hour to the second, from there to the minute.
 */
export function formatLength(language: Language, seconds: number): string {
  if (seconds < 10) return formatNumber(language, Math.max(0, seconds), 1) + unitWords[language].s;
  const step = seconds < 3_600 ? second : minute;
  return worded(language, parts(Math.round((seconds * second) / step) * step));
}

/** Formats like `formatDuration`, but never finer than a minute, for due times (`38 m`, `0 m`). */
export function formatDurationToMinute(language: Language, durationMs: number): string {
  const whole = Math.max(0, Math.floor(durationMs / minute)) * minute;
  if (whole < hour) return worded(language, [[whole / minute, 'm']]);
  return worded(language, parts(whole));
}

/** Formats a countdown: `2:47`. */
export function formatCountdown(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / second));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
