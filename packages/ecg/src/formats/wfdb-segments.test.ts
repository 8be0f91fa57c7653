import { expect, test } from 'vitest';
import { readRecording } from './read-recording.ts';
import { packWfdbSignals } from './wfdb-signal.ts';

const startMs = Date.UTC(2026, 10, 5, 8, 0, 0);
const none = () => null;
const values = Int32Array.from({ length: 2500 }, (_none, i) => Math.round(800 * Math.sin(i / 9)) + 1);
const { bytes } = packWfdbSignals(16, [values]);
const text = (...lines: readonly string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`);

test('a record that begins without a signal and states no start began before its first segment', () => {
  const files = [
    { name: 'm.hea', bytes: text('m/2 1 250 3250', '~ 750', 'ma 2500') },
    { name: 'ma.hea', bytes: text('ma 1 250 2500 08:00:03 05/11/2026', 'ma.dat 16 200/mV 16 0 0 0 0 II') },
    { name: 'ma.dat', bytes },
  ];
  expect(readRecording(files, none)).toMatchObject({ value: { samples: 3250, start_ms: startMs } });
});

test('of a segment that is longer than the record states, the rest is left out and named', () => {
  const segment = (name: string) => [
    { name: `${name}.hea`, bytes: text(`${name} 1 250 2500`, `${name}.dat 16 200/mV 16 0 0 0 0 II`) },
    { name: `${name}.dat`, bytes },
  ];
  const master = { name: 'm.hea', bytes: text('m/2 1 250 4500', 'ma 2000', 'mb 2500') };
  const answer = readRecording([master, ...segment('ma'), ...segment('mb')], none);
  if (!answer.ok) throw new Error(answer.code);
  expect([...answer.value.frames]).toEqual([...values.subarray(0, 2000), ...values]);
  expect(answer.value.flaws).toEqual([{ code: 'samples-more', detail: { found: 2500, expected: 2000 } }]);
});
