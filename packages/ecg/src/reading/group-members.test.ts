import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteN, byteV } from '../beats/beat-class.ts';
import { groupMembers } from './group-members.ts';
import { testBase } from './test-edits.ts';

const limits = { tile_samples: 4096, tiles: 4, per_tile: 3, per_class: 0, worst: 5 };

test('members are beats of the group, from few tiles, each once; the worst are the least certain', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3), { minLength: 700, maxLength: 700 }),
      fc.array(fc.nat(100), { minLength: 700, maxLength: 700 }),
      fc.nat(4),
      (of, sure, template) => {
        const { beats } = testBase();
        beats.templates.set(of);
        beats.confidence.set(sure);
        const group = of.flatMap((one, i) => (one === template ? [i] : []));
        const samples = group.map((i) => beats.samples[i]);
        const { overlay, worst } = groupMembers(beats, template, limits);
        for (const list of [overlay, worst]) {
          expect(new Set(list).size).toBe(list.length);
          expect(list.every((sample) => samples.includes(sample))).toBe(true);
        }
        expect(new Set(overlay.map((sample) => Math.floor(sample / 4096))).size).toBeLessThanOrEqual(4);
        const byCertainty = group.toSorted((a, b) => (sure[a] ?? 0) - (sure[b] ?? 0) || a - b).slice(0, 5);
        expect(worst).toEqual(byCertainty.map((i) => beats.samples[i]));
      },
    ),
    { numRuns: 40 },
  );
});

test('a small group is shown completely, a missing one not at all', () => {
  const { beats } = testBase();
  beats.templates.fill(7);
  beats.templates.set([1, 1], 30);
  const [a, b] = [beats.samples[30], beats.samples[31]];
  expect(groupMembers(beats, 1, limits)).toEqual({ overlay: [a, b], worst: [a, b] });
  expect(groupMembers(beats, 2, limits)).toEqual({ overlay: [], worst: [] });
});

test('a rare class of a large group is in the overlay too', () => {
  const { beats } = testBase();
  beats.templates.fill(3);
  beats.classes.fill(byteN);
  beats.classes.set([byteV, byteV], 333);
  const { overlay } = groupMembers(beats, 3, { ...limits, per_class: 4 });
  const rare = [beats.samples[333], beats.samples[334]];
  expect(overlay.filter((sample) => rare.includes(sample))).toEqual(rare);
  expect(overlay).toEqual(overlay.toSorted((a, b) => a - b));
  expect(overlay.length).toBeGreaterThan(4);
});
