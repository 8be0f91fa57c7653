import { expect, test } from 'vitest';
import { knownSignal } from '../rhythm/test-signal.ts';
import { normal, seededRandom } from '../synth/random.ts';
import { createBeatFinder } from './beat-finder.ts';
import { firstStageModel } from './first-stage-model.ts';
import { workHz } from './lead-bands.ts';
import { secondStageModel } from './second-stage-model.ts';

const heart = knownSignal('healthy', 60, workHz, 3);

function peaksOf(frames: Int16Array): number[] {
  const finder = createBeatFinder({
    sampling_hz: workHz,
    gains_uv: [1],
    models: { first: firstStageModel, second: secondStageModel },
  });
  finder.push(frames);
  const { columns } = finder.finish();
  return Array.from(columns.peak.subarray(0, columns.count), Math.round);
}

/** Ends of recordings: in the line before a beat, and shortly after one. */
const ends = heart.samples
  .filter((sample) => sample > 50 * workHz)
  .flatMap((sample) => [sample - Math.round(0.3 * workHz), sample + Math.round(0.4 * workHz)]);

test('padding in place of the last sample is no beat', () => {
  expect(ends.length).toBeGreaterThan(10);
  for (const end of ends) {
    const whole = heart.frames.slice(0, end);
    for (const filler of [-2000, -600, 600, 2000]) {
      const filled = whole.slice();
      filled[end - 1] = filler;
      expect(peaksOf(filled)).toEqual(peaksOf(whole));
    }
  }
});

test('padding in place of the last samples is no beat, however long the recording is', () => {
  const long = knownSignal('healthy', 45, workHz, 3).frames;
  for (let end = 5 * 2048 - 8; end <= 5 * 2048 + 8; end++) {
    const whole = long.slice(0, end);
    for (const filler of [-600, 2000])
      expect(peaksOf(whole.slice().fill(filler, end - 3))).toEqual(peaksOf(whole));
  }
});

/**
 * A heart on two leads, of which the second shows each beat `laterS` later. In turn one of them is noisy for most of ten
 * seconds.
 */
function alternatelyNoisy(laterS: number): { frames: Int16Array; length: number } {
  const { frames: heart } = knownSignal('healthy', 900, workHz, 5);
  const random = seededRandom(3);
  const later = Math.round(laterS * workHz);
  const frames = new Int16Array(2 * heart.length);
  for (let i = 0; i < heart.length; i++) {
    frames[2 * i] = heart[i] ?? 0;
    frames[2 * i + 1] = Math.round(0.8 * (heart[Math.max(0, i - later)] ?? 0));
    const [turn, place] = [Math.floor(i / workHz / 10) % 2, (i / workHz) % 10];
    if (place > 1 && place < 9) frames[2 * i + turn] = (frames[2 * i + turn] ?? 0) + 250 * normal(random);
  }
  return { frames, length: heart.length };
}

test.each([-0.06, -0.03, 0, 0.03, 0.06])(
  'no beat is lost or taken twice where the lead changes, shown %f s later',
  (laterS) => {
    const { frames, length } = alternatelyNoisy(laterS);
    const finder = createBeatFinder({
      sampling_hz: workHz,
      gains_uv: [2.5, 2.5],
      models: { first: firstStageModel, second: secondStageModel },
    });
    finder.push(frames);
    const { columns, chosen } = finder.finish();
    expect(chosen.filter((lead, i) => lead !== chosen[i - 1]).length).toBeGreaterThan(80);
    const alone = peaksOf(knownSignal('healthy', 900, workHz, 5).frames);
    const found = columns.peak.subarray(0, columns.count);
    const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.12 * workHz;
    const counts = alone.map((peak) => found.filter((one) => isNear(one, peak)).length);
    expect(alone.filter((peak, i) => counts[i] !== 1 && peak < length - workHz)).toEqual([]);
  },
);
