import { expect, test } from 'vitest';
import { knownSignal } from '../rhythm/test-signal.ts';
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
