import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SAMPLE } from './recording.ts';
import type { WfdbHeader, WfdbSignalSpec } from './wfdb-header.ts';
import { parseWfdbHeader } from './wfdb-header.ts';
import { sampleCode, wfdbFormats } from './wfdb-sample-codes.ts';
import { packWfdbSignals, readWfdbSignals, wfdbLeads } from './wfdb-signal.ts';

function headerOf(
  format: number,
  specs: readonly Partial<WfdbSignalSpec>[],
  samples: number | null,
): WfdbHeader {
  const signals = specs.map((spec) => ({
    file: 'x.dat',
    format,
    samples_per_frame: 1,
    skew: 0,
    byte_offset: 0,
    gain: 200,
    baseline: 0,
    units: 'mV',
    adc_resolution: 12,
    adc_zero: 0,
    initial_value: 0,
    checksum: null,
    block_size: 0,
    description: 'II',
    ...spec,
  }));
  return { record: 'x', sampling_hz: 360, samples, start_ms: null, signals, comments: [] };
}

function read(header: WfdbHeader, bytes: readonly number[] | Uint8Array) {
  const answer = readWfdbSignals(header, new Map([['x.dat', Uint8Array.from(bytes)]]));
  return answer.ok ? answer.value.samples.map((signal) => [...signal]) : answer.code;
}

// Bytes laid out by hand from the manual's description.
test.each([
  [8, [1, 0xff, 0x80, 5], [[1, 0, -128, -123]]],
  [16, [0x34, 0x12, 0xff, 0xff, 0, 0x80], [[0x1234, -1, NO_SAMPLE]]],
  [24, [1, 2, 3, 0xfe, 0xff, 0xff, 0, 0, 0x80], [[0x030201, -2, NO_SAMPLE]]],
  [32, [1, 2, 3, 4, 0, 0, 0, 0x80], [[0x04030201, NO_SAMPLE]]],
  [80, [128, 129, 255, 1, 0], [[0, 1, 127, -127, NO_SAMPLE]]],
  [212, [0x23, 0x61, 0x45, 0xff, 0x8f, 0x00], [[0x123, 0x645, -1, NO_SAMPLE]]],
  [310, [0b0000_0110, 0b1010_1000, 0xfe, 0b0000_0111], [[3, -1, 0b10101]]],
  [311, [0x01, 0x08, 0x30, 0x00], [[1, 2, 3]]],
])('format %i', (format, bytes, expected) => {
  expect(read(headerOf(format, [{}], null), bytes)).toEqual(expected);
});

test('signals are interleaved by frame; samples per frame, byte offset and skew are kept', () => {
  const two = headerOf(16, [{ samples_per_frame: 2, byte_offset: 2 }, { skew: 1 }], null);
  const bytes = new Uint8Array(Int16Array.of(99, 1, 2, 10, 3, 4, 20, 5, 6, 30).buffer);
  expect(read(two, bytes)).toEqual([
    [1, 2, 3, 4, 5, 6],
    [20, 30, NO_SAMPLE],
  ]);
});

test('invalid files are refused, a short one is not', () => {
  expect(read(headerOf(16, [{}], 5), [7, 0])).toEqual([[7]]);
  expect(read(headerOf(160, [{}], 1), [0, 0])).toBe('wfdb/signal-format');
  expect(read(headerOf(16, [{}, { format: 80 }], 1), [0, 0])).toBe('wfdb/signal-format');
  expect(read(headerOf(16, [{ file: 'y.dat' }], 1), [0, 0])).toBe('wfdb/file-missing');
});

test('packed values are read back, with initial values and checksums', () => {
  const shape = fc.record({
    format: fc.constantFrom(...wfdbFormats),
    signals: fc.integer({ min: 1, max: 3 }),
    values: fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 60 }),
  });
  fc.assert(
    fc.property(shape, ({ format, signals, values }) => {
      const edge = 2 ** ((sampleCode(format)?.bits ?? 0) - 1) - 1;
      const fitting = values.map((value) =>
        format === 8 ? Math.abs(value % 60) : Math.max(-edge, value % (edge + 1)),
      );
      const given = Array.from({ length: signals }, (_unused, s) =>
        Int32Array.from(fitting, (value) => (s === 1 ? -value : value)),
      );
      const packed = packWfdbSignals(format, given);
      const specs = given.map((_unused, s) => ({
        checksum: packed.checksums[s] ?? null,
        initial_value: packed.initial_values[s] ?? 0,
      }));
      const answer = readWfdbSignals(
        headerOf(format, specs, values.length),
        new Map([['x.dat', packed.bytes]]),
      );
      expect(answer).toEqual({ ok: true, value: { samples: given, checksum_ok: given.map(() => true) } });
    }),
  );
});

test('steps outside a format are stored at its limit, missing ones as missing; differences catch up', () => {
  const signal = Int32Array.of(0, 5000, -5000, NO_SAMPLE);
  const header = headerOf(212, [{}], 4);
  expect(read(header, packWfdbSignals(212, [signal]).bytes)).toEqual([[0, 2047, -2047, NO_SAMPLE]]);
  const steep = packWfdbSignals(8, [Int32Array.of(10, 300, 300, 300)]);
  const specs = [{ initial_value: steep.initial_values[0] ?? 0 }];
  expect(read(headerOf(8, specs, 4), steep.bytes)).toEqual([[10, 137, 264, 300]]);
  expect(() => packWfdbSignals(212, [signal, Int32Array.of(1)])).toThrow(RangeError);
});

test('leads are the signals that are voltages', () => {
  const header = headerOf(16, [{}, { units: 'mmHg' }, { units: 'uV', gain: 2 }], 1);
  const leads = wfdbLeads(header, { samples: [1, 2, 3].map((n) => Int32Array.of(n)), checksum_ok: [] });
  expect(leads.map((lead) => lead.gain_uv_per_lsb)).toEqual([5, 0.5]);
});

const folder = new URL('../../../../../shared/data/mitdb/', import.meta.url);
test.skipIf(!existsSync(folder))(
  'MIT-BIH records have the checksums and initial values of their headers (needs ../shared/data)',
  () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.hea'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const header = parseWfdbHeader(readFileSync(new URL(name, folder)));
      if (!header.ok) throw new Error(`${name}: ${header.code}`);
      const file = header.value.signals[0]?.file ?? '';
      const answer = readWfdbSignals(header.value, new Map([[file, readFileSync(new URL(file, folder))]]));
      if (!answer.ok) throw new Error(`${name}: ${answer.code}`);
      expect([name, ...answer.value.checksum_ok]).toEqual([name, true, true]);
      expect(answer.value.samples.map((signal) => signal[0])).toEqual(
        header.value.signals.map((s) => s.initial_value),
      );
      expect(
        readFileSync(new URL(file, folder)).equals(packWfdbSignals(212, answer.value.samples).bytes),
      ).toBe(true);
    }
  },
);
