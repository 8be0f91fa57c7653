import { expect, test } from 'vitest';
import { joinStretches } from './join-stretches.ts';
import type { RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';

function piece(label: string, at_ms: number, values: readonly number[], gain = 1) {
  const samples = Int32Array.from(values);
  const lead: RecordingLead = { label, sampling_hz: 100, gain_uv_per_lsb: gain, zero_lsb: 0, samples };
  return { lead, at_ms };
}

const joined = (...pieces: ReturnType<typeof piece>[]) => {
  const answer = joinStretches(pieces);
  return answer === null ? null : answer.leads.map(({ label, samples }) => [label, ...samples]);
};

test('pieces of a lead follow each other, and the time between them is missing', () => {
  expect(joined(piece('I', 1000, [1, 2]), piece('I', 1040, [3]), piece('II', 1020, [4, 5]))).toEqual([
    ['I', 1, 2, NO_SAMPLE, NO_SAMPLE, 3],
    ['II', NO_SAMPLE, NO_SAMPLE, 4, 5],
  ]);
  expect(joinStretches([piece('I', 1040, [3]), piece('I', 1000, [1])])?.at_ms).toBe(1000);
});

test('pieces that overlap, differ in scale or are too far away are left out', () => {
  expect(joined(piece('I', 0, [1, 2]), piece('I', 10, [3]))).toEqual([['I', 1, 2]]);
  expect(joined(piece('I', 0, [1]), piece('I', 0, [3, 4]))).toEqual([['I', 3, 4]]);
  expect(joined(piece('I', 0, [1, 2]), piece('I', 20, [3], 2))).toEqual([['I', 1, 2]]);
  expect(joined(piece('I', 0, [1, 2]), piece('I', 1e9, [3]))).toEqual([['I', 1, 2]]);
  expect(joined(piece('I', 1e9, [1]), piece('II', 0, [3, 4]))).toEqual([['II', 3, 4]]);
  expect(joined(piece('I', Number.NaN, [1]), piece('I', 0, [2]))).toEqual([['I', 2]]);
  expect(joinStretches([piece('I', 0, [1, 2]), piece('I', 10, [3]), piece('I', 1e9, [3])])?.apart).toBe(2);
  expect(joined(piece('I', Number.NaN, [1]))).toBeNull();
  expect(joined()).toBeNull();
});

test('pieces whose rounded times overlap by less than a sample follow each other', () => {
  expect(joined(piece('I', 0, [1, 2]), piece('I', 16, [3]))).toEqual([['I', 1, 2, 3]]);
});
