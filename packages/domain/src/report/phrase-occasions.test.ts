import { expect, test } from 'vitest';
import { fitOf, phraseOccasions, type OccasionFacts, type PhraseFit } from './phrase-occasions.ts';

const calm: OccasionFacts = {
  duration_s: 3600,
  analysed_s: 3500,
  beats: { total: 4000, p: 0 },
  af: { burden: 0 },
  pauses: 0,
  brady_episodes: 0,
  tachy_episodes: 0,
  v: { beats: 0, share: 0, runs: 0 },
  s: { beats: 0, share: 0, runs: 0 },
  counts: [{ kind: 'sinus', count: 1 }],
};
const having = (fit: PhraseFit, facts: OccasionFacts) =>
  phraseOccasions.filter((one) => fitOf(one, facts) === fit);

test('the figures suggest fitting phrases and contradict the others', () => {
  expect(having('suggested', calm)).toEqual(['always', 'unremarkable', 'no_af']);
  expect(having('possible', calm)).toEqual(['any']);
  const af = { ...calm, af: { burden: 0.137 }, pauses: 2 };
  expect(having('suggested', af)).toEqual(['always', 'af', 'pauses']);
  expect(having('contradicts', af)).toContain('unremarkable');
  expect(having('contradicts', af)).toContain('no_af');
});

test('that no fibrillation was found is not suggested beside flutter', () => {
  expect(fitOf('no_af', { ...calm, counts: [{ kind: 'afl', count: 2 }] })).toBe('possible');
  expect(fitOf('no_af', { ...calm, counts: [{ kind: 'afl', count: 0 }] })).toBe('suggested');
});

test.each([
  ['flutter', ['afl']],
  ['av_block', ['wenckebach', 'mobitz', 'avb_2to1', 'avb_high', 'avb3', 'avb2']],
  ['vf', ['vf', 'vfl']],
] as const)('%s is suggested where a finding of its kinds is left, and false where none is', (one, kinds) => {
  for (const kind of kinds) {
    expect(fitOf(one, { ...calm, counts: [{ kind, count: 1 }] })).toBe('suggested');
    expect(fitOf(one, { ...calm, counts: [{ kind, count: 0 }] })).toBe('contradicts');
  }
  expect(fitOf(one, { ...calm, counts: [{ kind: 'avb1', count: 1 }] })).toBe('contradicts');
});

test('few ectopic beats may be mentioned and are not suggested', () => {
  const few = { ...calm, v: { beats: 4, share: 0.0005, runs: 0 } };
  expect(fitOf('ventricular', few)).toBe('possible');
  expect(fitOf('ventricular_runs', few)).toBe('contradicts');
  expect(fitOf('unremarkable', few)).toBe('suggested');
});

test.each([
  ['paced beats', { beats: { total: 4000, p: 3900 } }],
  ['no beats', { beats: { total: 0, p: 0 } }],
  ['much that could not be analysed', { analysed_s: 100 }],
  ['supraventricular runs', { s: { beats: 4, share: 0.0005, runs: 1 } }],
  ['flutter', { counts: [{ kind: 'afl', count: 1 }] }],
  ['AV block', { counts: [{ kind: 'mobitz', count: 1 }] }],
  ['standstill', { counts: [{ kind: 'standstill', count: 1 }] }],
  ['bigeminy', { counts: [{ kind: 'v_bigeminy', count: 1 }] }],
])('%s are not unremarkable', (_what, facts) => {
  expect(fitOf('unremarkable', { ...calm, ...facts })).toBe('contradicts');
});
