import { byteN, byteS } from '@rhythmdesk/ecg/beats/beat-class';
import { addRow, createBeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { expect, test } from 'vitest';
import { repeatable } from './altered-copies.ts';
import { calledFibrillation } from './called-fibrillation.ts';

const hz = 250;
const beats = 900;
/** Range of beats at random times, between two steady stretches. */
const [from, until] = [300, 600];

function heart() {
  const chance = repeatable(5);
  const columns = createBeatColumns(beats, false);
  let peak = 0;
  for (let i = 0; i < beats; i++) {
    peak += i >= from && i < until ? 110 + Math.round(180 * chance()) : 200;
    columns.peak[addRow(columns)] = peak;
  }
  const seconds = Math.ceil(peak / hz) + 1;
  const quality = { seconds, used: new Uint8Array(seconds), leads: [] };
  return { columns, quality, samples: Uint32Array.from(columns.peak.subarray(0, beats)) };
}

test('beats at random times are distinguished from a steady heart, whatever beats are early', () => {
  const { columns, quality, samples } = heart();
  const plain = new Uint8Array(beats).fill(byteN);
  const called = calledFibrillation(columns, plain, { samples, sampling_hz: hz, quality });
  const within = called.subarray(from + 24, until - 24).reduce((sum, one) => sum + one, 0);
  expect(within).toBe(until - from - 48);
  expect([...called.subarray(0, from - 24), ...called.subarray(until + 24)]).not.toContain(1);
  const early = plain.map((_, i) => (i % 3 === 0 ? byteS : byteN));
  expect(calledFibrillation(columns, early, { samples, sampling_hz: hz, quality })).toEqual(called);
});
