import { expect, test } from 'vitest';
import { watchClock } from './clock-watch.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

function machine() {
  const now = { wall: Date.parse('2026-11-20T09:00:00Z'), passed: 0 };
  const looks: (() => void)[] = [];
  const watch = watchClock({
    wallMs: () => now.wall,
    passedMs: () => now.passed,
    every: (look) => {
      looks.push(look);
      return () => looks.pop();
    },
  });
  const heard: number[] = [];
  watch.onSet((byMs) => heard.push(byMs));
  const pass = (ms: number, setMs = 0): void => {
    now.passed += ms;
    now.wall += ms + setMs;
    for (const look of looks) look();
  };
  return { watch, heard, pass };
}

test('a clock that was set is unsteady for a day, each time', () => {
  const { watch, heard, pass } = machine();
  pass(dayMs);
  expect(watch.isSteady()).toBe(true);
  pass(5_000, 365 * dayMs);
  expect(watch.isSteady()).toBe(false);
  pass(dayMs / 2);
  pass(5_000, -365 * dayMs);
  pass(dayMs - 1);
  expect(watch.isSteady()).toBe(false);
  pass(1);
  expect(watch.isSteady()).toBe(true);
  expect(heard).toEqual([365 * dayMs, -365 * dayMs]);
});

test('a clock that drifts, or is adjusted by the network’s time, was not set', () => {
  const { watch, heard, pass } = machine();
  for (let minute = 0; minute < 600; minute += 1) pass(minuteMs, 1_000);
  pass(minuteMs, -5 * minuteMs);
  expect(heard).toEqual([]);
  expect(watch.isSteady()).toBe(true);
});
