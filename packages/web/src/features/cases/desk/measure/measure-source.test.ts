import { measuredBeat } from '@rhythmdesk/ecg/beats/measurement';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { expect, test } from 'vitest';
import {
  beatNear,
  beatPicture,
  isKept,
  measuredGroup,
  measurementOf,
  nearBeats,
  peakOf,
  windowOf,
} from './measure-source.ts';

const hz = 250;
const recording = { sampling_hz: hz, samples: 200_000 };
const beats = Uint32Array.from({ length: 990 }, (_, i) => 50 + 200 * i);
const group = (template: number, label: TemplateGroup['label'], count: number): TemplateGroup => ({
  template,
  beats: count,
  label,
  labelled: count,
  classes: [],
  certainty: 1,
  first_sample: 0,
  worst_sample: 0,
});

test('the selected template is measured, otherwise the largest group of normal beats', () => {
  const groups = [group(0, 'V', 900), group(1, 'N', 40), group(2, 'N', 70)];
  expect(measuredGroup(groups, null)?.template).toBe(2);
  const item = { key: 't', start_sample: 0, end_sample: 0, state: 'open', certainty: 1 } as const;
  expect(measuredGroup(groups, { ...item, of: 'template', group: group(0, 'V', 900) })?.template).toBe(0);
  expect(measuredGroup([group(0, 'V', 900)], null)).toBeUndefined();
});

test('the beats nearest to a position are taken, the nearest first, each with its whole window', () => {
  const near = nearBeats(beats, 20_100, recording);
  expect([near.length, near[0]]).toEqual([48, 20_050]);
  expect(near.every((sample) => Math.abs(sample - 20_100) <= 24 * 200 + 50)).toBe(true);
  expect(Math.min(...nearBeats(beats, 0, recording))).toBe(250);
  expect(beatNear(beats, 20_140, recording)).toEqual([20_050]);
  expect(beatNear(beats, 0, recording)).toEqual([]);
});

test('one beat is measured with the interval before it, a mean with the mean of these', () => {
  const wave = (sample: number): Float32Array => {
    const { start, end } = windowOf(sample, hz);
    return Float32Array.from({ length: end - start }, (_, i) => Math.max(0, 10 - Math.abs(i - peakOf(hz))));
  };
  const uneven = Uint32Array.from([1000, 1150, 1400, 1650]);
  const one = beatPicture({ samples: [1400], windows: [wave(1400)], lead: 2 }, uneven, hz);
  expect(one).toMatchObject({
    of: 'beat',
    sample: 1400,
    lead: 2,
    beats: 1,
    rr_samples: 250,
    next_samples: 250,
    peak: 125,
  });
  const mean = beatPicture({ samples: [1150, 1400], windows: [wave(1150), wave(1400)], lead: 0 }, uneven, hz);
  expect(mean).toMatchObject({ of: 'mean', sample: 1150, beats: 2, rr_samples: 200 });
  const first = beatPicture({ samples: [1000], windows: [wave(1000)], lead: 0 }, uneven, hz);
  expect(first?.rr_samples).toBe(0);
  expect(beatPicture({ samples: [], windows: [], lead: 0 }, uneven, hz)).toBeNull();
});

test('marks of the picture are stored as samples of the recording, at the same distance from the peak', () => {
  const facts = { of: 'beat', sample: 1400, lead: 0, beats: 1, rr_samples: 200 } as const;
  const picture = { ...facts, signal: new Float32Array(300), peak: 125, next_samples: 200 };
  const marks = { p_onset: 85, qrs_onset: 115, qrs_end: 138, t_end: null };
  const kept = measurementOf(picture, marks);
  expect(kept).toEqual({
    ...facts,
    p_onset: 1360,
    qrs_onset: 1390,
    qrs_end: 1413,
    t_end: null,
  });
  expect(isKept([kept], kept)).toBe(true);
  expect([isKept([kept], { ...kept, t_end: 1490 }), isKept([], kept)]).toEqual([false, false]);
  expect(measuredBeat(kept, hz)).toEqual(measuredBeat({ ...marks, rr_samples: 200 }, hz));
});
