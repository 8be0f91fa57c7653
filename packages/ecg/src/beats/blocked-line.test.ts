/**
 * Checks intervals in which an amplifier is blocked: the line of a synthetic heart jumps and returns over some seconds,
 * while the heart beats on. It is unreadable and no pause, and real pauses on a moving line stay pauses.
 */
import { expect, test } from 'vitest';
import { isPauseKind } from '../rhythm/pauses.ts';
import { createAnalysis } from '../rhythm/analysis.ts';
import type { AnalysisResult } from '../rhythm/analysis.ts';
import { analysed, gainUv, knownSignal } from '../rhythm/test-signal.ts';
import { normal, seededRandom } from '../synth/random.ts';

const hz = 250;
const known = knownSignal('healthy', 240);
const beat = known.samples.find((sample) => sample > 120 * hz) ?? 0;
const level = known.frames[beat + 150] ?? 0;
const random = seededRandom(7);

/** Height in steps to which the line jumps (4 mV), and the seconds in which it returns by 63 %. */
const jump = 1600;
const returnsS = 1.1;
const returning = (i: number): number => jump * Math.exp(-i / (returnsS * hz)) + normal(random);

const pausesOf = ({ summary }: AnalysisResult) => summary.episodes.filter(({ kind }) => isPauseKind(kind));

/** Returns the recording whose line jumps soon after a beat and shows no other beat for `seconds`. */
function blocked(seconds: number, sign = 1): Int16Array {
  const frames = known.frames.slice();
  const from = beat + 30;
  for (let i = 0; i < seconds * hz; i++) frames[from + i] = Math.round(level + sign * returning(i));
  return frames;
}

/** Returns the recording with `seconds` without QRS inserted between two beats; `line` begins at its level. */
function paused(seconds: number, line: (i: number) => number): Int16Array {
  const cut = beat + 150;
  const put = Int16Array.from({ length: seconds * hz }, (_, i) =>
    Math.round(level + line(i) + normal(random)),
  );
  const moved = Math.round(line(seconds * hz));
  const rest = known.frames.subarray(cut).map((value) => value + moved);
  return Int16Array.from([...known.frames.subarray(0, cut), ...put, ...rest]);
}

test.each([
  [3, 1],
  [4.5, 1],
  [4.5, -1],
  [6, 1],
])('a line that jumps and returns in %s s is unreadable and no pause (direction %s)', (seconds, sign) => {
  const result = analysed(blocked(seconds, sign), hz);
  expect(pausesOf(result)).toEqual([]);
  const second = Math.floor(beat / hz);
  expect([...result.quality.used.subarray(second + 1, second + seconds)]).not.toContain(0);
});

test.each([
  ['does not move', () => 0],
  ['drifts by 3 mV', (i: number) => (1200 * i) / (4 * hz)],
  ['rises and falls by 2 mV', (i: number) => 800 * Math.sin((Math.PI * i) / (4 * hz))],
])('a pause in which the line %s is a pause', (_, line) => {
  expect(pausesOf(analysed(paused(4, line), hz))).toMatchObject([{ kind: 'pause' }]);
});

test('a pause after a tachycardia that was shocked is a pause', () => {
  const frames = blocked(5);
  for (let i = beat - 20 * hz; i < beat + 30; i++) {
    const bump = (at: number, width: number): number => Math.exp(-((((i % 75) - at) / width) ** 2));
    frames[i] = Math.round(level + 400 * bump(18, 9) - 250 * bump(42, 12));
  }
  expect(pausesOf(analysed(frames, hz))).toHaveLength(1);
});

test('the beats of a blocked lead come from another one, whatever the size of the chunks', () => {
  const first = blocked(4.5);
  const both = new Int16Array(2 * first.length);
  for (let i = 0; i < first.length; i++) {
    both[2 * i] = first[i] ?? 0;
    both[2 * i + 1] = Math.round(-0.6 * (known.frames[i] ?? 0) + 6 * normal(random));
  }
  const results = [500, 5000, both.length].map((chunk) => {
    const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gainUv, gainUv] });
    for (let from = 0; from < both.length; from += chunk) analysis.push(both.subarray(from, from + chunk));
    return analysis.finish();
  });
  const within = known.samples.filter((at) => at > beat - 10 && at < beat + 6 * hz);
  for (const result of results) {
    expect(pausesOf(result)).toEqual([]);
    expect([...result.beats.samples].filter((at) => at > beat - 10 && at < beat + 6 * hz)).toHaveLength(
      within.length,
    );
    expect(result.beats).toEqual(results[0]?.beats);
  }
});
