import { openReading } from '@rhythmdesk/ecg/reading/reading';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeTemplate, mergeEdits, splitEdits } from './template-edits.ts';
import { relabelBeats } from './beat-edits.ts';
import { writtenHere } from '../../reading/reading-state.ts';

const count = 25_000;
const column = (of: (i: number) => number): Uint8Array => Uint8Array.from({ length: count }, (_, i) => of(i));
const beats: BeatTable = {
  sampling_hz: 250,
  length: count * 200 + 1000,
  samples: Uint32Array.from({ length: count }, (_, i) => 500 + i * 200),
  classes: column((i) => (i % 4 === 3 ? 3 : 1)),
  templates: column((i) => i % 4),
  confidence: column(() => 90),
  leads: column(() => 0),
  onsets: column(() => 10),
  offsets: column(() => 10),
  af: column(() => 0),
  shapes: [],
};
const quality = { seconds: 1, leads: [new Uint8Array(1)], used: new Uint8Array(1) };

/** Returns the reading after these edits as one step, and a function that undoes the step. */
function after(edits: readonly ReadingEdit[]) {
  const open = openReading({ beats, quality });
  const before = open.checksum();
  const made = writtenHere(edits, { after: 0, analysis_version: 1, at_ms: 0 });
  open.apply(made);
  const groups = templateGroups(open.reading().beats);
  const undone = (): boolean => {
    open.apply([{ sequence: made.length + 1, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }]);
    return open.checksum() === before;
  };
  return { groups, undone };
}

const sizes = (groups: readonly { template: number; beats: number }[]) =>
  Object.fromEntries(groups.map((group) => [group.template, group.beats]));

test('a split makes a new group, loses no beat, and one undo reverts it', () => {
  const members = fc.uniqueArray(fc.nat(count / 4 - 1), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(members, (places) => {
      const samples = places.map((i) => 500 + i * 4 * 200);
      const { groups, undone } = after(splitEdits(samples, 9, 'V'));
      const rest = count / 4 - samples.length;
      expect(sizes(groups)).toEqual({ 0: rest, 1: 6250, 2: 6250, 3: 6250, 9: samples.length });
      expect(groups.find(({ template }) => template === 9)).toMatchObject({
        label: 'V',
        labelled: samples.length,
      });
      expect(undone()).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test('more beats than one edit may list are several edits of one step', () => {
  const all = [...beats.samples];
  const edits = splitEdits(all, 9, null);
  expect(edits).toHaveLength(3);
  const { groups, undone } = after(edits);
  expect(sizes(groups)).toEqual({ 9: count });
  expect(undone()).toBe(true);
  expect(relabelBeats(all.slice(0, 10_000), 'S')).toHaveLength(1);
});

test('a merge gives the others the class and the group of the first, and one undo reverts it', () => {
  const [first, , third, fourth] = templateGroups(beats);
  if (first === undefined || third === undefined || fourth === undefined) throw new Error('no groups');
  const { groups, undone } = after(mergeEdits(first, [third, first, fourth]));
  expect(sizes(groups)).toEqual({ 0: 3 * 6250, 1: 6250 });
  expect(groups[0]).toMatchObject({ label: 'N', labelled: 3 * 6250 });
  expect(undone()).toBe(true);
});

test('a new group has a number that was never used; the last one is 254', () => {
  const groups = templateGroups(beats);
  expect(freeTemplate(groups, [])).toBe(4);
  expect(freeTemplate(groups, [{ of: 'template', template: 30 }])).toBe(31);
  expect(freeTemplate(groups, [{ of: 'template', template: 254 }])).toBeNull();
  expect(freeTemplate([], [])).toBe(0);
});
