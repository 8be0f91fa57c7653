/** Tests forms of samples and names of leads that long-term ECGs in MFER have. */
import { expect, test } from 'vitest';
import { readRecording } from './read-recording.ts';
import { mferChannelOf, mferElementOf, mferHeader, mferInt, mferWave, type MferWriter } from './test-mfer.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';

const little: MferWriter = { little: true };
const header = (...labels: readonly string[]) => mferHeader(labels, 3, little);

const read = (bytes: readonly number[]) =>
  readRecording([{ name: 'a.mwf', bytes: Uint8Array.from(bytes) }], () => null);

test.each([
  [7, 4],
  [8, 8],
])(
  'floating-point samples (data type %i) are rounded to 0.1 µV; what is no number is missing',
  (type, width) => {
    const bytesOf = (value: number): number[] => {
      const view = new DataView(new ArrayBuffer(width));
      if (width === 4) view.setFloat32(0, value, true);
      else view.setFloat64(0, value, true);
      return [...new Uint8Array(view.buffer)];
    };
    const wave = [0.1, -2.5, Number.NaN, 1e30, 7, 3].flatMap((value) => bytesOf(value));
    const file = [
      ...header('II'),
      ...mferElementOf(0x0a, [type]),
      ...mferElementOf(0x0d, bytesOf(0.5)),
      ...mferElementOf(0x12, bytesOf(7)),
      ...mferElementOf(0x1e, wave),
    ];
    const answer = read(file);
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.value.leads).toEqual([{ label: 'II', gain_uv_per_lsb: 0.1, zero_lsb: 0 }]);
    // The file's unit is 1.25 µV, its 0 V is at 0.5.
    expect([...answer.value.frames]).toEqual([-5, -37, NO_SIGNAL, NO_SIGNAL, NO_SIGNAL, 31]);
  },
);

test('leads of long-term ECGs have the names of their codes, and other signals are left out', () => {
  const codes = [20, 31, 33, 65, 70, 4166, 4163, 175];
  const wave = codes.map((_code, i) => Int32Array.of(i, 1, 2));
  const answer = read([
    ...header(...codes.map(() => 'II')),
    ...codes.flatMap((code, i) => mferChannelOf(i, mferElementOf(0x09, mferInt(code, 2, little)))),
    ...mferElementOf(0x1e, mferWave(wave, 3, little)),
  ]);
  if (!answer.ok) throw new Error(answer.code);
  const names = answer.value.leads.map(({ label }) => label);
  expect(names).toEqual(['CM5', 'NASA', 'CB5', '-aVR', 'Nehb D', 'ECG1']);
  expect(answer.value.left_out).toEqual([
    { label: 'respiration', why: 'no-ecg' },
    { label: 'SpO2', why: 'no-ecg' },
  ]);
});

test('a file of status words only is refused by what it is', () => {
  const wave = mferElementOf(0x1e, Array<number>(12).fill(0));
  expect(read([...header('II'), ...mferElementOf(0x0a, [4]), ...wave])).toMatchObject({
    code: 'mfer/unsupported',
    detail: { found: 'II' },
  });
});
