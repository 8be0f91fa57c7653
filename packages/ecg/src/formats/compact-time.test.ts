import { expect, test } from 'vitest';
import { parseCompactTime } from './compact-time.ts';

test.each([
  ['2002112209', Date.UTC(2002, 10, 22, 9), false],
  ['200211220910', Date.UTC(2002, 10, 22, 9, 10), false],
  ['20021122091000.5', Date.UTC(2002, 10, 22, 9, 10, 0, 500), false],
  ['20260301081500.25+0900', Date.UTC(2026, 1, 28, 23, 15, 0, 250), true],
  ['20260301081500-0330 ', Date.UTC(2026, 2, 1, 11, 45), true],
  ['2026-03-01T08:15:00', Date.UTC(2026, 2, 1, 8, 15), false],
  ['2026-03-01T08:15:00.5+09:00', Date.UTC(2026, 1, 28, 23, 15, 0, 500), true],
  ['2026-03-01 08:15Z', Date.UTC(2026, 2, 1, 8, 15), true],
  ['2026.03.0108:15:00', Date.UTC(2026, 2, 1, 8, 15), false],
])('%s', (text, at_ms, has_zone) => {
  expect(parseCompactTime(text)).toEqual({ at_ms, has_zone });
});

test.each([
  '',
  '2002',
  '200213',
  '20021122',
  '2002-11-22',
  '20021301',
  '20020132',
  '2002112225',
  '2002-13-22',
  '20021122T25',
])('%s is no time', (text) => expect(parseCompactTime(text)).toBeNull());
