import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { expect, test } from 'vitest';
import { episodeAt, placeHere } from './pin-place.ts';

const samples = 10_000;
const view = (start: number, end: number, selected: { anchor: number; focus: number } | null = null) => ({
  selected: () => selected,
  strip: () => ({ start, end }),
  middle: () => (start + end) / 2,
});

test('the selected beats come first, one beat is a position and several a range', () => {
  const change = { start: 0, end: 900 };
  expect(placeHere(view(0, 1000, { anchor: 700, focus: 700 }), change, samples)).toEqual({
    start_sample: 700,
    end_sample: null,
  });
  expect(placeHere(view(0, 1000, { anchor: 700, focus: 300 }), null, samples)).toEqual({
    start_sample: 300,
    end_sample: 700,
  });
});

test('then comes the selected change, while the strip shows some of it', () => {
  const change = { start: 900, end: 5000 };
  const place = { start_sample: 900, end_sample: 5000 };
  expect(placeHere(view(0, 1000), change, samples)).toEqual(place);
  expect(placeHere(view(2000, 3000), change, samples)).toEqual(place);
  expect(placeHere(view(6000, 7000), change, samples)).toEqual({ start_sample: 6500, end_sample: null });
});

test('otherwise it is the current position: the middle of one of several rows, within the recording', () => {
  // With two rows, the middle is the edge between them.
  const rows = { ...view(1000, 3000), middle: () => 1500 };
  expect(placeHere(rows, null, samples)).toEqual({ start_sample: 1500, end_sample: null });
  expect(placeHere(view(100, 201), null, samples)).toEqual({ start_sample: 151, end_sample: null });
  expect(placeHere(view(-900, 100), null, samples)).toEqual({ start_sample: 0, end_sample: null });
  expect(placeHere(view(9_900, 10_900), null, samples)).toEqual({ start_sample: 9_999, end_sample: null });
});

test('the finding at a position is the one with the same ends, otherwise the shortest that overlaps it', () => {
  const finding = { beats: 9, bpm: 90, state: 'open', certainty: 0.9, shape: null } as const;
  const groups = findingQueue({
    findings: [
      { ...finding, kind: 'af', start_sample: 3000, end_sample: 9000 },
      { ...finding, kind: 'vt', start_sample: 5000, end_sample: 6000, state: 'rejected' },
      { ...finding, kind: 'pause', start_sample: 5500, end_sample: 5600 },
    ],
    templates: [],
    extremes: [{ extreme: 'longest_rr', sample: 500, value: 2000, rejected: false }],
    events: [],
    accepted: [],
  });
  const kindAt = (start: number, end: number) => {
    const item = episodeAt(groups, { start, end });
    return item?.of === 'episode' ? item.finding.kind : null;
  };
  expect(kindAt(5000, 6000)).toBe('vt');
  expect(kindAt(3000, 9000)).toBe('af');
  expect(kindAt(5550, 5550)).toBe('pause');
  expect(kindAt(5100, 5100)).toBe('vt');
  expect(kindAt(4000, 4000)).toBe('af');
  // An extreme is not an episode.
  expect(kindAt(500, 500)).toBeNull();
});
