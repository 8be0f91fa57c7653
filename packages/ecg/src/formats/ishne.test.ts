import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeIshne } from './ishne.ts';
import type { RecordingLead } from './recording.ts';
import { microvolts, NO_SAMPLE } from './recording.ts';
import { readIshne } from './test-whole.ts';

const startMs = Date.UTC(2026, 2, 1, 8, 20, 5);

function lead(label: string, values: readonly number[], gain: number, zero = 0): RecordingLead {
  return { label, sampling_hz: 200, gain_uv_per_lsb: gain, zero_lsb: zero, samples: Int32Array.from(values) };
}

test('leads of whole nanovolts are read back step for step, with missing samples', () => {
  const leads = [lead('V1', [1, -2, NO_SAMPLE, 32_767], 5), lead('patch', [0, 10, 20, -30_000], 2.5)];
  const answer = readIshne(encodeIshne(startMs, leads));
  const expected = [leads[0], { ...lead('unknown', [], 2.5), samples: leads[1]?.samples }];
  expect(answer).toEqual({
    ok: true,
    value: { start_ms: startMs, start_has_zone: false, leads: expected, notes: [], left_out: [], flaws: [] },
  });
});

test('other scales are read back within half a step', () => {
  const values = fc.array(fc.integer({ min: -8_000_000, max: 8_000_000 }), { minLength: 1, maxLength: 50 });
  const gain = fc.double({ min: 0.0001, max: 0.12, noNaN: true });
  fc.assert(
    fc.property(values, gain, fc.integer({ min: -900, max: 900 }), (list, uv, zero) => {
      const written = lead('II', list, uv, zero);
      const answer = readIshne(encodeIshne(null, [written]));
      if (!answer.ok) throw new Error(answer.code);
      expect(answer.value.start_ms).toBeNull();
      const [read] = answer.value.leads;
      if (read === undefined) throw new Error('no lead');
      list.forEach((_value, i) => {
        expect(Math.abs(microvolts(read, i) - microvolts(written, i))).toBeLessThanOrEqual(
          0.5001 * read.gain_uv_per_lsb,
        );
      });
    }),
  );
});

test('invalid files are refused', () => {
  const bytes = encodeIshne(startMs, [lead('II', [1, 2, 3], 5)]);
  const code = (changed: Uint8Array) => {
    const answer = readIshne(changed);
    return answer.ok ? 'ok' : answer.code;
  };
  expect(code(bytes.subarray(0, 521))).toBe('ishne/too-short');
  expect(code(bytes.map((byte, i) => (i === 0 ? 0 : byte)))).toBe('ishne/magic');
  expect(code(bytes.map((byte, i) => (i === 157 ? 1 : byte)))).toBe('ishne/header-field');
  expect(() => encodeIshne(null, [])).toThrow(RangeError);
  expect(() => encodeIshne(null, [lead('II', [1], 5), lead('V1', [1, 2], 5)])).toThrow(RangeError);
});

test('changed bytes give an error and never throw', () => {
  const whole = encodeIshne(startMs, [lead('II', [1, 2, 3], 5)]);
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(changes, fc.nat(whole.length), (list, length) => {
      const bytes = whole.slice();
      for (const [at, byte] of list) bytes[at] = byte;
      expect(typeof readIshne(bytes.subarray(0, length)).ok).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});

const file = new URL('../../../../../shared/data/formats/ishne/mitdb203_ch0_250Hz.ecg', import.meta.url);
test.skipIf(!existsSync(file))('an ISHNE copy of record 203 (needs ../shared/data)', () => {
  const answer = readIshne(readFileSync(file));
  if (!answer.ok) throw new Error(answer.code);
  const [first] = answer.value.leads;
  expect(answer.value.start_ms).toBe(Date.UTC(2025, 10, 18, 8, 30, 0));
  expect([first?.sampling_hz, first?.samples.length, first?.gain_uv_per_lsb]).toEqual([250, 451_389, 5]);
  expect([...(first?.samples.subarray(0, 5) ?? [])]).toEqual([-52, -52, -52, -51, -54]);
});
