import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Conclusion,
  figuresFit,
  rewritten,
  sameConclusion,
  staleFigures,
  withKept,
  withRenewed,
} from './conclusion.ts';
import { phraseFigures } from './phrases.ts';

const of = (text: string, ...marked: readonly string[]): Conclusion => ({
  text,
  figures: marked.map((word) => {
    const start = text.indexOf(word);
    return { figure: 'rate_mean', language: 'en', start, end: start + word.length };
  }),
});
const words = ({ text, figures }: Conclusion) => figures.map(({ start, end }) => text.slice(start, end));
const base = of('Mean 72 /min, AF 14.1 % of the time.', '72 /min', '14.1 %');

test.each([
  ['before all', 'The mean 72 /min, AF 14.1 % of the time.', ['72 /min', '14.1 %']],
  ['between', 'Mean 72 /min at rest, AF 14.1 % of the time.', ['72 /min', '14.1 %']],
  ['behind all', 'Mean 72 /min, AF 14.1 % of the time. Rest.', ['72 /min', '14.1 %']],
  ['in one', 'Mean 75 /min, AF 14.1 % of the time.', ['14.1 %']],
  ['a digit before one', 'Mean 172 /min, AF 14.1 % of the time.', ['14.1 %']],
  ['one away', 'Mean , AF 14.1 % of the time.', ['14.1 %']],
  ['all away', '', []],
])('a change %s does not affect other figures', (_, text, left) => {
  const after = rewritten(base, text);
  expect(words(after)).toEqual(left);
  expect(figuresFit(after)).toBe(true);
});

test('a remaining mark always covers its original words', () => {
  const edit = fc.record({ at: fc.nat(36), take: fc.nat(10), put: fc.string({ maxLength: 8 }) });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
      let now = base;
      for (const { at, take, put } of edits)
        now = rewritten(now, now.text.slice(0, at) + put + now.text.slice(at + take));
      expect(figuresFit(now)).toBe(true);
      for (const word of words(now)) expect(['72 /min', '14.1 %']).toContain(word);
    }),
  );
});

test('an outdated figure is named, updated or kept; the other stays in its position', () => {
  const texts = Object.assign(
    { ...{ worn: '', analysed: '', rate_min: '', rate_max: '', af_burden: '', af_episodes: '' } },
    { ...{ af_longest: '', longest_rr: '', pauses: '', v_beats: '', v_share: '', v_couplets: '' } },
    { ...{ v_runs: '', s_beats: '', s_share: '', s_runs: '', qtc: '', sdnn: '' } },
    { finding_afl: '', rate_mean: '72 /min' },
  );
  const [stale, ...rest] = staleFigures(base, () => texts);
  expect([stale, rest]).toEqual([{ index: 1, figure: 'rate_mean', stands: '14.1 %', now: '72 /min' }, []]);
  if (stale === undefined) throw new Error('nothing is out of date');
  const renewed = withRenewed(base, stale);
  expect(renewed.text).toBe('Mean 72 /min, AF 72 /min of the time.');
  expect(words(renewed)).toEqual(['72 /min', '72 /min']);
  expect(staleFigures(renewed, () => texts)).toEqual([]);
  const first = withRenewed(base, { index: 0, figure: 'rate_mean', stands: '72 /min', now: '101 /min' });
  expect(words(first)).toEqual(['101 /min', '14.1 %']);
  const kept = withKept(base, stale);
  expect([kept.text, words(kept)]).toEqual([base.text, ['72 /min']]);
  expect([sameConclusion(kept, base), sameConclusion(base, { ...base })]).toEqual([false, true]);
});

test('marks that overlap, are empty or are outside do not fit', () => {
  const [figure] = phraseFigures;
  const at = (start: number, end: number) => ({ figure, language: 'en', start, end }) as const;
  expect(figuresFit({ text: 'abc', figures: [at(0, 1), at(1, 3)] })).toBe(true);
  expect(figuresFit({ text: 'abc', figures: [at(0, 2), at(1, 3)] })).toBe(false);
  expect(figuresFit({ text: 'abc', figures: [at(1, 1)] })).toBe(false);
  expect(figuresFit({ text: 'abc', figures: [at(1, 4)] })).toBe(false);
});
