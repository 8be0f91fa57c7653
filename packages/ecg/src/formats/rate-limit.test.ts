import { expect, test } from 'vitest';
import { FrameFlow } from './frame-flow.ts';
import { inOnePiece, type PiecewiseFile } from './piecewise.ts';
import { parsed } from './parsed.ts';
import { withinRate } from './rate-limit.ts';

test.each([
  [2000, 2000],
  [2048, 1024],
  [16_384, 1024],
  [5000, 1250],
  [2001, 667],
  // No whole part of these is an allowed rate; they end in a refusal by their rate.
  [2003, 2003],
  [1e300, 1e300],
])('a signal of %d Hz is stored at %d', (hz, expected) => {
  const lead = { label: 'II', sampling_hz: hz, gain_uv_per_lsb: 5, zero_lsb: 0, samples: new Int32Array(10) };
  const whole = { start_ms: null, start_has_zone: false, leads: [lead], notes: [], left_out: [], flaws: [] };
  const file = withinRate(inOnePiece(whole));
  expect(file.signals[0]?.sampling_hz).toBe(expected);
  expect(file.flaws.length).toBe(expected === hz ? 0 : 1);
});

/** A file of one signal of 10 kHz in pieces of so many samples. */
function inPieces(samples: Int32Array, size: number): PiecewiseFile {
  const signals = [{ label: 'II', sampling_hz: 10_000, gain_uv_per_lsb: 5, zero_lsb: 0 }];
  return {
    ...{ start_has_zone: false, signals, left_out: [], flaws: [] },
    pieces: Math.ceil(samples.length / size),
    ranges: () => [],
    read: (piece) => {
      const own = samples.subarray(piece * size, (piece + 1) * size);
      const runs = [{ at_s: (piece * size) / 10_000, samples: [own] }];
      return parsed({ start_ms: null, runs, notes: [], flaws: [] });
    },
  };
}

function framesOf(file: PiecewiseFile): number[] {
  const frames: number[] = [];
  const flow = new FrameFlow([{ signal: 0, step: Number }], file.signals[0]?.sampling_hz ?? 0, (block) =>
    frames.push(...block),
  );
  for (let piece = 0; piece < file.pieces; piece++) {
    const read = file.read(piece, []);
    if (!read.ok) throw new Error(read.code);
    for (const run of read.value.runs) expect(flow.add(run)).toBeNull();
  }
  return frames;
}

test.each([6, 13, 1001, 1004])('pieces of %d samples, of which five become one, do not drift', (size) => {
  const slope = Int32Array.from({ length: 20_000 }, (_none, i) => i);
  const frames = framesOf(withinRate(inPieces(slope, size)));
  expect(frames.length).toBe(4000);
  // On a slope each mean is the sample in its middle; at the edge of a piece some neighbours are missing.
  frames.forEach((value, i) => expect(Math.abs(value - 5 * i)).toBeLessThanOrEqual(2));
});
