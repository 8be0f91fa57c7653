import { expect, test } from 'vitest';
import { encodeTraceViewHeader, parseTraceViewHeader, traceViewFileBytes } from './trace-view-data.ts';

const header = { leads: 2, samples_per_bucket: 64, buckets: 16 };
const trace = { leads: 2, samples: 1000 };
const fileBytes = traceViewFileBytes(2, 16);

test('a header is read back as written', () => {
  expect(parseTraceViewHeader(encodeTraceViewHeader(header), fileBytes, trace)).toEqual({
    ok: true,
    value: header,
  });
});

const refusals: [string, (view: DataView) => void][] = [
  ['view/magic', (view) => view.setUint8(7, 1)],
  ['view/version', (view) => view.setUint16(8, 0, true)],
  ['view/leads', (view) => view.setUint16(10, 1, true)],
  ['view/samples-per-bucket', (view) => view.setUint32(12, 0, true)],
  ['view/buckets', (view) => view.setUint32(12, 67, true)],
  ['view/buckets', (view) => view.setUint32(16, 17, true)],
  ['view/reserved-not-zero', (view) => view.setUint8(63, 1)],
];

test.each(refusals)('%s', (code, change) => {
  const bytes = encodeTraceViewHeader(header);
  change(new DataView(bytes.buffer));
  expect(parseTraceViewHeader(bytes, fileBytes, trace)).toMatchObject({ ok: false, code });
});

test('wrong lengths are refused', () => {
  const bytes = encodeTraceViewHeader(header);
  expect(parseTraceViewHeader(bytes.subarray(0, 63), fileBytes, trace)).toMatchObject({
    code: 'view/too-short',
  });
  expect(parseTraceViewHeader(bytes, fileBytes + 1, trace)).toMatchObject({ code: 'view/file-length' });
  expect(() => encodeTraceViewHeader({ ...header, buckets: 2 ** 32 })).toThrow(RangeError);
});
