import { expect, test } from 'vitest';
import { FrameFlow } from './frame-flow.ts';
import { addFlaws, readPiece } from './piecewise.ts';
import { readRecording } from './read-recording.ts';
import type { SourceFlaw } from './recording.ts';
import { parseWfdbHeader } from './wfdb-header.ts';
import { wfdbPieces } from './wfdb-pieces.ts';
import { joinSegments } from './wfdb-segments.ts';
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

test.each([100, 1000, 6000])('nor is the rest left where it would be, in pieces of %d bytes', (most) => {
  const header = parseWfdbHeader(text('ma 1 250 2500', 'ma.dat 16 200/mV 16 0 0 0 0 II'));
  if (!header.ok) throw new Error(header.code);
  const opened = () => {
    const file = wfdbPieces(header.value, new Map([['ma.dat', bytes.length]]), most);
    return file.ok ? file.value : null;
  };
  const segments = [400, 2500].map((frames) => ({ name: 'ma', frames }));
  const facts = { sampling_hz: 250, start_ms: null, flaws: [], segments };
  const file = joinSegments(facts, [opened(), opened()]);
  const frames: number[] = [];
  const flaws: SourceFlaw[] = [];
  const flow = new FrameFlow([{ signal: 0, step: Number }], 250, (block) => frames.push(...block));
  for (let at = 0; at < file.pieces; at++) {
    const piece = readPiece(file, at, () => bytes);
    if (!piece.ok) throw new Error(piece.code);
    for (const run of piece.value.runs) expect(flow.add(run)).toBeNull();
    addFlaws(flaws, piece.value.flaws);
  }
  expect(frames).toEqual([...values.subarray(0, 400), ...values]);
  expect(flaws).toEqual([{ code: 'samples-more', detail: { found: 2500, expected: 400 } }]);
});
