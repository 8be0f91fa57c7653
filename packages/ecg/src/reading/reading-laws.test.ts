/** Checks the invariants of a reading over random edits. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksumOf } from './checksum.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import type { LoggedEdit, ReadingEdit } from './edits.ts';
import { createReadingFigures } from './reading-figures.ts';
import { applyEdits, openReading } from './reading.ts';
import type { Reading } from './reading.ts';
import { readStrips } from './read-strips.ts';
import { standingEdits } from './standing-edits.ts';
import { templateGroups } from './template-groups.ts';
import { anyEdit, hz, lengthS, logged, testBase } from './test-edits.ts';

const base = testBase();
const runs = { numRuns: 150 };
const editLists = fc.array(anyEdit, { maxLength: 40 });
const same = (a: Reading, b: Reading): void => {
  expect(a).toEqual(b);
  expect(checksumOf(a)).toBe(checksumOf(b));
};

test('a log folded in pieces of any size equals the log folded at once', () => {
  fc.assert(
    fc.property(editLists, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (edits, sizes) => {
      const log = logged(edits);
      const open = openReading(base);
      for (let from = 0, piece = 0; from < log.length; piece++) {
        const size = sizes[piece] ?? 3;
        open.apply(log.slice(from, from + size));
        from += size;
      }
      same(open.reading(), applyEdits(base, log));
    }),
    runs,
  );
});

test('the strips of a log are those of its reading', () => {
  fc.assert(
    fc.property(editLists, (edits) => {
      expect(readStrips(logged(edits))).toEqual(applyEdits(base, logged(edits)).strips);
    }),
    runs,
  );
});

test('figures computed one state after the other equal those of each state alone', () => {
  const options = { criteria: defaultCriteria, engine_version: 'e' };
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 15 }), (edits) => {
      const open = openReading(base);
      const figures = createReadingFigures();
      for (const edit of logged(edits)) {
        open.apply([edit]);
        const reading = open.reading();
        expect(figures(reading, options)).toEqual(createReadingFigures()(reading, options));
      }
    }),
    runs,
  );
});

test('with everything undone it is the analysis, and with the undo undone it is the reading again', () => {
  fc.assert(
    fc.property(editLists, (edits) => {
      const open = openReading(base);
      open.apply(logged(edits));
      const before = open.checksum();
      const undo = standingEdits(logged(edits)).flatMap((stands, i): ReadingEdit[] =>
        stands && edits[i]?.kind !== 'undo' ? [{ kind: 'undo', edit: i + 1 }] : [],
      );
      open.apply(logged(undo, 1, edits.length));
      const { beats, quality, ...rest } = open.reading();
      expect({ beats, used: quality.used }).toEqual({ beats: base.beats, used: base.quality.used });
      expect(rest).toMatchObject({ episodes: [], verdicts: [], accepted: [], strips: [], measurements: [] });
      const redo = undo.map((_, i): ReadingEdit => ({ kind: 'undo', edit: edits.length + i + 1 }));
      open.apply(logged(redo, 1, edits.length + undo.length));
      expect(open.checksum()).toBe(before);
    }),
    runs,
  );
});

test('a log that was ahead and was cut equals one that never was', () => {
  fc.assert(
    fc.property(editLists, fc.nat(40), editLists, (edits, cut, others) => {
      const open = openReading(base);
      open.apply(logged(edits));
      open.truncate(cut);
      const kept = edits.slice(0, cut);
      open.apply(logged(others, 1, kept.length));
      same(open.reading(), applyEdits(base, logged([...kept, ...others])));
    }),
    runs,
  );
});

/** Returns the stretch of the recording that an edit affects, or null if it may affect any. */
function touched(edit: ReadingEdit): [number, number] | null {
  const widened = (from: number, to: number): [number, number] => [from - hz, to + hz];
  switch (edit.kind) {
    case 'relabel_beats':
    case 'regroup_beats':
    case 'remove_beats':
      if (edit.beats.by === 'template') return null;
      if (edit.beats.by === 'range') return widened(edit.beats.start_sample, edit.beats.end_sample);
      return widened(Math.min(...edit.beats.samples), Math.max(...edit.beats.samples));
    case 'add_beat':
      return widened(edit.sample, edit.sample);
    case 'move_beat':
      return widened(Math.min(edit.sample, edit.to_sample), Math.max(edit.sample, edit.to_sample));
    case 'judge_finding':
      return widened(edit.finding.start_sample, edit.finding.end_sample);
    case 'judge_thing':
      return edit.thing.of === 'template' ? null : widened(edit.thing.sample, edit.thing.sample);
    case 'add_measurement':
      return widened(edit.measurement.sample, edit.measurement.sample);
    case 'mark_unreadable':
    case 'clear_unreadable':
    case 'add_episode':
    case 'add_strip':
      return widened(edit.start_sample, edit.end_sample);
    case 'change_episode':
    case 'remove_episode':
    case 'change_strip':
    case 'remove_strip':
    case 'remove_measurement':
    case 'undo':
      return null;
  }
}

test('edits of separate positions may be exchanged', () => {
  const places = anyEdit.filter((edit) => touched(edit) !== null);
  const pair = fc.tuple(places, places).filter(([a, b]) => {
    const [fromA = 0, toA = 0] = touched(a) ?? [];
    const [fromB = 0, toB = 0] = touched(b) ?? [];
    return toA < fromB || toB < fromA;
  });
  fc.assert(
    fc.property(editLists, pair, (before, [a, b]) => {
      const both = (edits: ReadingEdit[]): string =>
        checksumOf(applyEdits(base, logged([...before, ...edits])));
      expect(both([a, b])).toBe(both([b, a]));
    }),
    runs,
  );
});

/** Returns every group in which a beat of the analysis ever was. */
function groupsOf(sample: number, edits: readonly ReadingEdit[]): Set<number> {
  const own = new Set([base.beats.templates[base.beats.samples.indexOf(sample)] ?? -1]);
  for (const edit of edits) {
    if (edit.kind !== 'regroup_beats') continue;
    const { beats } = edit;
    const isNamed =
      beats.by === 'list'
        ? beats.samples.includes(sample)
        : beats.by === 'range'
          ? beats.start_sample <= sample && sample <= beats.end_sample
          : own.has(beats.template);
    if (isNamed) own.add(edit.template);
  }
  return own;
}

/** Returns a function that tells which beats of the analysis an effective edit may have removed or moved. */
function removedSamples(log: readonly LoggedEdit[]): (sample: number) => boolean {
  const stands = standingEdits(log);
  const edits = log.flatMap(({ edit }, i) => (stands[i] === true ? [edit] : []));
  return (sample) =>
    edits.some((edit) => {
      if (edit.kind === 'move_beat') return edit.sample === sample;
      if (edit.kind !== 'remove_beats') return false;
      if (edit.beats.by === 'list') return edit.beats.samples.includes(sample);
      if (edit.beats.by === 'range')
        return edit.beats.start_sample <= sample && sample <= edit.beats.end_sample;
      return groupsOf(sample, edits).has(edit.beats.template);
    });
}

test('no beat is missing that nobody removed, and none exists twice', () => {
  fc.assert(
    fc.property(editLists, (edits) => {
      const log = logged(edits);
      const { beats } = applyEdits(base, log);
      const held = new Set(beats.samples);
      const mayMiss = removedSamples(log);
      expect([...base.beats.samples].filter((sample) => !held.has(sample) && !mayMiss(sample))).toEqual([]);
      expect(held.size).toBe(beats.samples.length);
      expect([...beats.samples]).toEqual([...beats.samples].sort((a, b) => a - b));
      expect([...beats.samples].every((sample) => sample < lengthS * hz)).toBe(true);
      for (const column of [beats.classes, beats.templates, beats.af, beats.confidence])
        expect(column.length).toBe(beats.samples.length);
    }),
    runs,
  );
});

test('an edit on the beats of an earlier analysis finds them within 150 ms in a later one', () => {
  const shifts = fc.array(fc.integer({ min: -37, max: 37 }), { minLength: 700, maxLength: 700 });
  const lists = fc.array(
    anyEdit.filter((edit) => edit.kind === 'relabel_beats' && edit.beats.by !== 'range'),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(shifts, lists, (moved, edits) => {
      const later = testBase((i) => moved[i] ?? 0);
      const kept = applyEdits(later, logged(edits, 1), new Map([[1, base.beats]]));
      expect(kept.beats.classes).toEqual(applyEdits(base, logged(edits, 1)).beats.classes);
      expect(kept.beats.samples).toEqual(later.beats.samples);
      expect(kept.unplaced).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('two readings that differ in one beat, second or mark have different checksums', () => {
  fc.assert(
    fc.property(editLists, anyEdit, (edits, last) => {
      const [before, after] = [applyEdits(base, logged(edits)), applyEdits(base, logged([...edits, last]))];
      const content = ({ sequence: _, unplaced: __, ...rest }: Reading): string =>
        JSON.stringify({
          samples: [...rest.beats.samples],
          classes: [...rest.beats.classes],
          templates: [...rest.beats.templates],
          used: [...rest.quality.used],
          episodes: rest.episodes,
          strips: rest.strips,
          measurements: rest.measurements,
          accepted: rest.accepted,
          rejected: rest.rejected,
          verdicts: rest.verdicts
            .filter(({ verdict }) => verdict !== 'open')
            .map((v) => JSON.stringify(v))
            .sort(),
        });
      expect(checksumOf(before) === checksumOf(after)).toBe(content(before) === content(after));
    }),
    runs,
  );
});

test('regrouped beats are in one group each, and the groups contain the same beats', () => {
  const regroups = fc.array(
    anyEdit.filter(({ kind }) => kind === 'regroup_beats' || kind === 'move_beat' || kind === 'undo'),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(regroups, (edits) => {
      const { beats } = applyEdits(base, logged(edits));
      const grouped = templateGroups(beats).reduce((sum, group) => sum + group.beats, 0);
      expect(grouped).toBe(base.beats.samples.length);
    }),
    runs,
  );
});

test('beats regrouped on an earlier analysis are the ones that its later edits mean by that group', () => {
  const later = testBase((i) => i % 20);
  const three = [...base.beats.samples.subarray(10, 13)];
  const edits: ReadingEdit[] = [
    { kind: 'regroup_beats', beats: { by: 'list', samples: three }, template: 9 },
    { kind: 'relabel_beats', beats: { by: 'template', template: 9 }, label: 'F' },
  ];
  const [earlier, kept] = [
    applyEdits(base, logged(edits)),
    applyEdits(later, logged(edits), new Map([[1, base.beats]])),
  ];
  expect(kept.beats.classes).toEqual(earlier.beats.classes);
  expect(kept.beats.templates).toEqual(later.beats.templates);
  expect(kept.unplaced).toEqual([]);
});
