/**
 * Runs a smaller part of `npm run bench:ecg -- --laws`, on excerpts of real recordings: changes that must not affect
 * the beats.
 */
import { expect, test } from 'vitest';
import { beatsOf, cutAt, laws, tryLaw } from './bench-laws.ts';
import { hasDevelopmentData, readWfdb } from './records.ts';

const excerptS = 180;
const names = [
  ['mitdb', '119'],
  ['svdb', '820'],
] as const;

/**
 * Beats in 10,000 that may appear or disappear: shapes and the measure of uncertainty are learned from the preceding
 * signal.
 */
const most: Readonly<Record<string, number>> = {
  'a gap of ten seconds': 3,
  'turned over': 0,
  'three times as large': 3,
  'begun later': 3,
};

test.skipIf(!hasDevelopmentData()).each(laws.filter(({ name }) => name in most))(
  '$name: the beats stay (needs ../shared/data)',
  (law) => {
    const records = names.map(([set, name]) => {
      const record = readWfdb(set, name);
      const length = excerptS * record.sampling_hz;
      return { ...record, leads: record.leads.map((lead) => lead.subarray(0, length)) };
    });
    const { beats, found } = tryLaw(
      law,
      records,
      records.map((record) => beatsOf(record)),
    );
    expect(beats).toBeGreaterThan(300);
    expect((10000 * found) / beats).toBeLessThanOrEqual(most[law.name] ?? 0);
  },
);

test.skipIf(!hasDevelopmentData())(
  'a fast rhythm keeps its classes wherever its recording begins (needs ../shared/data)',
  () => {
    const record = readWfdb('svdb', '848');
    const excerpt = { ...record, leads: record.leads.map((lead) => lead.subarray(0, 180 * 128)) };
    const starts = { name: 'starts', changes: () => [1.4, 1.5, 2.5].map((from_s) => cutAt(excerpt, from_s)) };
    const { beats, called } = tryLaw(starts, [excerpt], [beatsOf(excerpt)]);
    expect(beats).toBeGreaterThan(1000);
    expect(called).toBeLessThan(0.02 * beats);
  },
);
