import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TraceHeader } from './trace-data.ts';
import { traceLimits } from '../labels/stored-samples.ts';
import { encodeTraceHeader, parseTraceHeader, traceFileBytes, traceHeaderMaxBytes } from './trace-data.ts';

const header: Omit<TraceHeader, 'header_bytes'> = {
  leads: [
    { label: 'MLII', gain_uv_per_lsb: 5, zero_lsb: 0 },
    { label: 'V1', gain_uv_per_lsb: 2.5, zero_lsb: -12 },
  ],
  sampling_hz: 250,
  start_ms: 1_780_000_000_123,
  samples: 1000,
  hn_id: 'HN26K05102',
};
const fileBytes = traceFileBytes(2, 1000);

function changed(change: (view: DataView) => void): Uint8Array {
  const bytes = encodeTraceHeader(header);
  change(new DataView(bytes.buffer));
  return bytes;
}

function codeOf(bytes: Uint8Array, length = fileBytes): string {
  const answer = parseTraceHeader(bytes, length);
  return answer.ok ? 'ok' : answer.code;
}

test('a header is read back as written', () => {
  expect(parseTraceHeader(encodeTraceHeader(header), fileBytes)).toEqual({
    ok: true,
    value: { ...header, header_bytes: 192 },
  });
});

const refusals: [string, (view: DataView) => void][] = [
  ['trace/magic', (view) => view.setUint8(6, 0x45 + 1)],
  ['trace/version', (view) => view.setUint16(8, 2, true)],
  ['trace/header-bytes', (view) => view.setUint16(10, 160, true)],
  ['trace/leads', (view) => view.setUint16(12, 0, true)],
  ['trace/leads', (view) => view.setUint16(12, 13, true)],
  ['trace/reserved-not-zero', (view) => view.setUint16(14, 1, true)],
  ['trace/reserved-not-zero', (view) => view.setUint8(39, 1)],
  ['trace/reserved-not-zero', (view) => view.setUint8(64, 1)],
  ['trace/reserved-not-zero', (view) => view.setUint8(127, 1)],
  ['trace/reserved-not-zero', (view) => view.setUint8(159, 1)],
  ['trace/sampling-hz', (view) => view.setFloat64(16, 49.99, true)],
  ['trace/sampling-hz', (view) => view.setFloat64(16, 2000.01, true)],
  ['trace/sampling-hz', (view) => view.setFloat64(16, Number.NaN, true)],
  ['trace/start', (view) => view.setBigInt64(24, -1n, true)],
  ['trace/start', (view) => view.setBigInt64(24, 2n ** 62n, true)],
  ['trace/samples', (view) => view.setUint32(32, 0, true)],
  ['trace/too-long', (view) => view.setUint32(32, 250 * 30 * 86_400 + 1, true)],
  ['trace/hn-id', (view) => view.setUint8(41, 0x4d)],
  ['trace/hn-id', (view) => view.setUint8(60, 0x4d)],
  ['trace/lead-label', (view) => view.setUint8(128, 0)],
  ['trace/lead-label', (view) => view.setUint32(160, 0, true)],
  ['trace/lead-gain', (view) => view.setFloat32(144, 0, true)],
  ['trace/lead-gain', (view) => view.setFloat32(144, Number.POSITIVE_INFINITY, true)],
];

test.each(refusals)('%s', (code, change) => {
  expect(codeOf(changed(change))).toBe(code);
});

test('the length must be exact, and a cut header is refused', () => {
  const bytes = encodeTraceHeader(header);
  expect(codeOf(bytes, fileBytes + 2)).toBe('trace/file-length');
  expect(codeOf(bytes, fileBytes - 1)).toBe('trace/file-length');
  expect(codeOf(bytes.subarray(0, 127))).toBe('trace/too-short');
  expect(codeOf(bytes.subarray(0, 170))).toBe('trace/too-short');
});

test('the largest recording has exact numbers', () => {
  const lead = { label: 'I', gain_uv_per_lsb: 1, zero_lsb: 0 };
  const big = { ...header, leads: Array(12).fill(lead), sampling_hz: 2000, samples: traceLimits.samples };
  const bytes = encodeTraceHeader(big);
  expect(bytes.length).toBe(traceHeaderMaxBytes);
  expect(traceFileBytes(12, traceLimits.samples)).toBe(103_079_215_592);
  expect(codeOf(bytes, 103_079_215_592)).toBe('ok');
});

test('an HN ID with hyphens and small letters gets its stored form', () => {
  const bytes = encodeTraceHeader(header);
  bytes.fill(0, 40, 64);
  new TextEncoder().encode('hn-26k-05102').forEach((byte, i) => (bytes[40 + i] = byte));
  const answer = parseTraceHeader(bytes, fileBytes);
  expect(answer.ok && answer.value.hn_id).toBe('HN26K05102');
});

test('an invalid header cannot be written', () => {
  expect(() => encodeTraceHeader({ ...header, sampling_hz: 10 })).toThrow(RangeError);
  expect(() => encodeTraceHeader({ ...header, leads: [] })).toThrow(RangeError);
  expect(() => encodeTraceHeader({ ...header, hn_id: 'hn-26k-05102' })).toThrow(RangeError);
});

test('any bytes give an error and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(2 ** 31), (bytes, length) => {
      expect(parseTraceHeader(bytes, length).ok).toBe(false);
    }),
  );
});

test('one changed byte is either refused or read as another valid header', () => {
  fc.assert(
    fc.property(fc.nat(191), fc.nat(255), (at, byte) => {
      const bytes = encodeTraceHeader(header);
      bytes[at] = byte;
      const answer = parseTraceHeader(bytes, fileBytes);
      if (!answer.ok) return;
      const { header_bytes: headerBytes, ...value } = answer.value;
      expect(headerBytes).toBe(192);
      expect(parseTraceHeader(encodeTraceHeader(value), fileBytes)).toEqual(answer);
    }),
  );
});
