import { expect, test } from 'vitest';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { FrameFlow } from './frame-flow.ts';

const runs = [
  { at_s: 0, samples: [Int32Array.of(1, 2, 3)] },
  { at_s: 1, samples: [Int32Array.of(4)] },
];

test('a gap can be sent in parts, so that it is never in memory as a whole', () => {
  const sent: number[] = [];
  let waiting = 0;
  let most = 0;
  const flow = new FrameFlow([{ signal: 0, step: Number }], 100, (frames) => {
    sent.push(...frames);
    waiting += frames.length;
  });
  for (const run of runs) {
    while (flow.fillBefore(run, 10)) {
      most = Math.max(most, waiting);
      waiting = 0;
    }
    expect(flow.add(run)).toBeNull();
    most = Math.max(most, waiting);
    waiting = 0;
  }
  expect(sent).toEqual([1, 2, 3, ...Array<number>(97).fill(NO_SIGNAL), 4]);
  expect(most).toBe(10);
});

test('a run that begins behind the longest recording is refused without its gap', () => {
  const flow = new FrameFlow([{ signal: 0, step: Number }], 100, () => undefined);
  const run = { at_s: 31 * 86_400, samples: [Int32Array.of(1)] };
  expect(flow.fillBefore(run, 10)).toBe(false);
  expect(flow.add(run)).toMatchObject({ code: 'trace/too-long' });
  expect(flow.samples).toBe(0);
});
