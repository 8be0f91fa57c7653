/** Tests that columns contain the extremes of their samples, however the signal is split into pieces. */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { expect, test } from 'vitest';
import { columnsALine, createColumns, type SignalLine } from './signal-columns.ts';

const hz = 250;
const leads = [
  { gain_uv_per_lsb: 2, zero_lsb: 1_000 },
  { gain_uv_per_lsb: 5, zero_lsb: 0 },
];
const frames = new Int16Array(2 * 150 * hz).fill(1_000);
// A spike at 60.5 s of the first lead, a gap from 100 to 110 s.
frames[2 * 60.5 * hz] = 1_500;
frames.fill(NO_SIGNAL, 2 * 100 * hz, 2 * 110 * hz);

function linesOf(piece: number): SignalLine[] {
  const columns = createColumns({ sampling_hz: hz, line_ms: 60_000, offset_ms: 20_000, leads, lead: 0 });
  const lines: SignalLine[] = [];
  for (let at = 0; at < frames.length; at += 2 * piece)
    lines.push(...columns.push(frames.subarray(at, at + 2 * piece)));
  const rest = columns.rest();
  return rest === null ? lines : [...lines, rest];
}

test('lines, spike and gap are at their positions', () => {
  const lines = linesOf(frames.length / 2);
  expect(lines).toHaveLength(3);
  const at = (second: number): number => Math.floor((second / 60) * columnsALine);
  expect(lines[0]?.low[at(19)]).toBeNaN();
  expect(lines[0]?.low[at(21)]).toBe(0);
  expect(lines[1]?.high[at(20.5)]).toBeGreaterThan(900);
  expect(lines[2]?.high[at(5)]).toBeNaN();
  expect(lines[2]?.high[at(15)]).toBe(0);
});

test('pieces of any length give the same result', () => {
  const whole = linesOf(frames.length / 2);
  for (const piece of [1, 7, 997]) expect(linesOf(piece)).toEqual(whole);
});
