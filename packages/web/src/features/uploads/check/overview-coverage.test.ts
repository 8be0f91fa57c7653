import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { encodeTraceView } from '@rhythmdesk/ecg/pyramid/overview-file';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOverview } from './overview-coverage.ts';

const perBucket = 10;

/** Each word is a bucket: one letter for each lead, `x` for no signal. */
function fileOf(buckets: readonly string[]) {
  const leads = buckets[0]?.length ?? 1;
  const frames = buckets.flatMap((bucket) =>
    Array.from({ length: perBucket }, (_, at) =>
      Array.from(bucket, (sign) => (sign === 'x' ? NO_SIGNAL : at)),
    ).flat(),
  );
  const bytes = encodeTraceView(Int16Array.from(frames), leads, perBucket);
  return { bytes, header: { leads, buckets: buckets.length, samples_per_bucket: perBucket } };
}

function read(buckets: readonly string[], cuts: readonly number[] = []) {
  const { bytes, header } = fileOf(buckets);
  const count = countOverview(header);
  const at = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  at.slice(1).forEach((end, index) => count.push(bytes.subarray(at[index], end)));
  return { coverage: count.coverage(), shares: count.leadShares(), first: count.firstSignal() };
}

test('a gap is where no lead has a signal', () => {
  const { coverage, shares, first } = read(['xx', '.x', '..', 'xx', 'xx', 'x.', '..', '..']);
  expect(coverage).toEqual({
    share: 5 / 8,
    gaps: [
      { from: 0, to: 1 / 8 },
      { from: 3 / 8, to: 5 / 8 },
    ],
  });
  expect(shares).toEqual([4 / 8, 4 / 8]);
  expect(first).toBe(1);
});

test('a recording may have no signal', () => {
  expect(read(['x', 'x'])).toEqual({
    coverage: { share: 0, gaps: [{ from: 0, to: 1 }] },
    shares: [0],
    first: null,
  });
});

test('cutting the file anywhere changes nothing', () => {
  const bucket = fc.constantFrom('..', '.x', 'x.', 'xx');
  fc.assert(
    fc.property(fc.array(bucket, { minLength: 1, maxLength: 20 }), fc.array(fc.nat(140)), (buckets, cuts) => {
      const { bytes } = fileOf(buckets);
      expect(
        read(
          buckets,
          cuts.map((cut) => Math.min(cut, bytes.length)),
        ),
      ).toEqual(read(buckets));
    }),
  );
});
