// @vitest-environment happy-dom
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { findingQueue, type QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { expect, test, vi } from 'vitest';
import type { Selected } from '../../../../trace/time/beat-selection.ts';
import { selectsNothing } from '../../../../trace/panels/test-handle.ts';
import { createSmallStrips } from '../../../../trace/panels/small-strips.ts';
import { addStrip } from '../basket/basket-tool.ts';
import { beatActions } from '../beats/beat-actions.ts';
import { subjectOf } from '../keys/subject.ts';
import { selectionOf } from '../session/beat-edits.ts';
import { queueActions } from './queue-actions.ts';
import { namedByRhythm, nameRhythm, rhythmMenuOf } from './rhythm-naming.ts';
import { shownReading } from '../../reading/test-reading.ts';
import { testDesk } from '../session/test-desk.ts';
import type { Desk } from '../session/use-desk.ts';

const steps = { undo: null, redo: null };
const actions = { ...beatActions, ...queueActions, strip: { run: addStrip } };
const run = (desk: Desk, id: keyof typeof actions): void => actions[id].run(desk, steps);
const beats = Uint32Array.from({ length: 400 }, (_, i) => 1000 + i * 200);
const [af = null] = findingQueue({
  findings: [
    {
      kind: 'af',
      start_sample: 3000,
      end_sample: 9000,
      beats: 9,
      bpm: 90,
      state: 'open',
      certainty: 0.9,
      shape: null,
    },
  ],
  templates: [],
  extremes: [],
  events: [],
  accepted: [],
}).flatMap(({ items }) => items);

const shown = shownReading(beats);

/** Makes a desk with those beats and a selection; it records the edits that are written. */
function deskWith(selected: Selected | null, current: QueueItem | null = null) {
  const written: ReadingEdit[] = [];
  const goTo = vi.fn();
  const select = vi.fn();
  const view = {
    ...selectsNothing,
    goTo,
    select,
    show: vi.fn(),
    strip: () => ({ start: 0, end: 4000.4 }),
    whenIdle: () => Promise.resolve(),
    small: createSmallStrips(
      { clock: { start_ms: 0, sampling_hz: 250, samples: 100_000 }, leads: [] },
      () => 0,
    ),
    sampling_hz: 250,
    timeOf: String,
    leadNames: [],
    dayOf: () => null,
    passings: () => [],
    selected: () => selected,
    peak: (sample: number) => sample + 7,
  };
  const write: Desk['write'] = (edits) => void written.push(...edits);
  const desk = testDesk({ current, shown, view, write });
  return { desk, written, goTo, select };
}

test('Enter on a reclassified finding, and Shift+J from anywhere, go to the next open one, past judged ones', () => {
  const of = { beats: 9, bpm: 90, certainty: 0.9, shape: null, kind: 'af' } as const;
  const groups = findingQueue({
    findings: [
      { ...of, start_sample: 3000, end_sample: 30_000, state: 'mended' },
      { ...of, start_sample: 40_000, end_sample: 60_000, state: 'accepted' },
      { ...of, start_sample: 70_000, end_sample: 80_000, state: 'open' },
    ],
    templates: [],
    extremes: [],
    events: [],
    accepted: [],
  });
  const [mended = null, accepted = null, open] = groups.flatMap(({ items }) => items);
  const desk = testDesk({ groups, current: mended });
  run(desk, 'accept');
  expect(desk.open).toHaveBeenCalledExactlyOnceWith(open);
  for (const current of [mended, accepted, null]) {
    const elsewhere = testDesk({ groups, current });
    run(elsewhere, 'next-open');
    expect(elsewhere.open).toHaveBeenCalledExactlyOnceWith(open);
  }
  expect([desk.write, desk.step].map((act) => vi.mocked(act).mock.calls)).toEqual([[], []]);
});

test('few selected beats are written by name, many by their ends, a position between beats not at all', () => {
  expect(selectionOf(beats, { anchor: 1400, focus: 1000 })).toEqual({
    by: 'list',
    samples: [1000, 1200, 1400],
  });
  expect(selectionOf(beats, { anchor: 1000, focus: 60_000 })).toEqual({
    by: 'range',
    start_sample: 1000,
    end_sample: 60_000,
  });
  expect(selectionOf(beats, { anchor: 1100, focus: 1100 })).toBeNull();
});

test('a letter sets the class of the selected beats, Delete removes them and clears the selection', () => {
  const { desk, written, select } = deskWith({ anchor: 1000, focus: 1200 }, af);
  expect(subjectOf(desk)).toBe('beats');
  run(desk, 'name-v');
  run(desk, 'remove');
  const both = { by: 'list', samples: [1000, 1200] };
  expect(written).toEqual([
    { kind: 'relabel_beats', beats: both, label: 'V' },
    { kind: 'remove_beats', beats: both },
  ]);
  expect(select).toHaveBeenLastCalledWith(null);
});

test('a rhythm marks the section of two or more selected beats and clears the selection; otherwise it renames the episode', () => {
  const stretch = deskWith({ anchor: 1400, focus: 1000 }, af);
  expect(namedByRhythm(stretch.desk)).toBe('stretch');
  run(stretch.desk, 'rhythms');
  expect(rhythmMenuOf(stretch.desk).get()).toBe(true);
  nameRhythm(stretch.desk, 'avb2');
  const ends = { start_sample: 1000, end_sample: 1400 };
  expect(stretch.written).toEqual([{ kind: 'add_episode', rhythm: 'avb2', ...ends }]);
  expect(stretch.select).toHaveBeenLastCalledWith(null);
  expect(stretch.desk.awaitItem).toHaveBeenCalledWith({ kind: 'avb2', ...ends });

  const episode = deskWith(null, af);
  expect(namedByRhythm(episode.desk)).toBe('episode');
  nameRhythm(episode.desk, 'v_bigeminy');
  expect(episode.written).toMatchObject([{ kind: 'add_episode', rhythm: 'v_bigeminy', start_sample: 3000 }]);

  for (const selected of [{ anchor: 1200, focus: 1200 }, { anchor: 1100, focus: 1100 }, null]) {
    const { desk, written } = deskWith(selected, selected === null ? null : af);
    run(desk, 'rhythms');
    expect([namedByRhythm(desk), rhythmMenuOf(desk).get()]).toEqual([null, false]);
    nameRhythm(desk, 'af');
    expect(written).toEqual([]);
  }
});

test('Insert adds a beat on the peak near the clicked position, and never on a beat', () => {
  const between = deskWith({ anchor: 1100, focus: 1100 });
  run(between.desk, 'add');
  expect(between.written).toEqual([{ kind: 'add_beat', sample: 1107, label: 'N' }]);
  expect(between.select).toHaveBeenCalledWith({ anchor: 1107, focus: 1107 });
  const onBeat = deskWith({ anchor: 1200, focus: 1200 });
  run(onBeat.desk, 'add');
  run(deskWith(null).desk, 'add');
  expect(onBeat.written).toEqual([]);
});

test('a moved end stays visible; a strip is added as shown', () => {
  const { desk, written, goTo } = deskWith(null, af);
  expect(subjectOf(desk)).toBe('episode');
  run(desk, 'onset-later');
  expect(goTo).not.toHaveBeenCalled();
  run(desk, 'end-earlier');
  expect(goTo).toHaveBeenCalledWith(8800);
  run(desk, 'strip');
  expect(
    written.map((edit) => ('start_sample' in edit ? [edit.start_sample, edit.end_sample] : edit.kind)),
  ).toEqual([
    [3200, 9000],
    [3000, 8800],
    [0, 4000],
  ]);
});

test('calipers on the strip are added with it', () => {
  const { desk, written } = deskWith(null);
  const measured = { a: 1200, b: 1400, lead: 1 };
  const view = desk.view === null ? null : { ...desk.view, measured: () => measured };
  run({ ...desk, view }, 'strip');
  expect(written).toMatchObject([
    { kind: 'add_strip', marks: [{ of: 'caliper', lead: 1, sample: 1200, to_sample: 1400 }] },
  ]);
});
