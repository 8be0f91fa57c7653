import { expect, test } from 'vitest';
import { byteS, byteV } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import { isMixed, templateGroups } from './template-groups.ts';
import { testBase } from './test-edits.ts';

test('each group has its beats, its most common class, their certainty, its first and its worst', () => {
  const { beats } = testBase();
  beats.templates.fill(noTemplate);
  beats.templates.set([2, 2, 2, 9], 10);
  beats.classes.set([byteV, byteS, byteV, byteS], 10);
  beats.confidence.set([90, 30, 60, 77], 10);
  expect(templateGroups(beats)).toEqual([
    {
      template: 2,
      beats: 3,
      label: 'V',
      labelled: 2,
      classes: [
        { label: 'V', beats: 2 },
        { label: 'S', beats: 1 },
      ],
      certainty: 0.6,
      first_sample: beats.samples[10],
      worst_sample: beats.samples[11],
    },
    {
      template: 9,
      beats: 1,
      label: 'S',
      labelled: 1,
      classes: [{ label: 'S', beats: 1 }],
      certainty: 0.77,
      first_sample: beats.samples[13],
      worst_sample: beats.samples[13],
    },
  ]);
});

test('every beat that the engine grouped is in one group', () => {
  const { beats } = testBase();
  const groups = templateGroups(beats);
  expect(groups.map(({ template }) => template)).toEqual([0, 1, 2, 3, 4]);
  expect(groups.reduce((sum, one) => sum + one.beats, 0)).toBe(beats.samples.length);
});

test('a group is mixed from one beat in twenty of another class on', () => {
  expect(isMixed({ beats: 20, labelled: 20 })).toBe(false);
  expect(isMixed({ beats: 20, labelled: 19 })).toBe(true);
  expect(isMixed({ beats: 1000, labelled: 951 })).toBe(false);
});
