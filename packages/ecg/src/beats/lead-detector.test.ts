import { expect, test } from 'vitest';
import { gainUv, knownSignal } from '../rhythm/test-signal.ts';
import { firstStageModel } from './first-stage-model.ts';
import { halfHz, workHz } from './lead-bands.ts';
import { createLeadDetector } from './lead-detector.ts';
import { secondStageModel } from './second-stage-model.ts';

test('the last beat before a long time without beats is passed on long before the next one', () => {
  const beats: number[] = [];
  const detector = createLeadDetector(
    { first: firstStageModel, second: secondStageModel },
    { beat: (h) => beats.push(h), judged: () => undefined },
  );
  const { frames, samples } = knownSignal('healthy', 30);
  const signal = Float32Array.from(frames, (step) => step * gainUv);
  const still = new Float32Array(60 * workHz).fill(signal.at(-1) ?? 0);
  for (const part of [signal, still])
    for (let from = 0; from < part.length; from += 250) detector.append(part, from, 250);
  const last = samples.findLast((sample) => sample < 29.5 * workHz) ?? 0;
  expect(beats.some((h) => Math.abs(2 * h - last) < 10)).toBe(true);
  expect(detector.settled()).toBeGreaterThan(65 * halfHz);
});
