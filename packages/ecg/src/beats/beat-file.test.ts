import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handQuality, handTable } from '../rhythm/test-table.ts';
import { decodeBeats, encodeBeats } from './beat-file.ts';

const shape = {
  lead: 1,
  beats: 7,
  class_byte: 3,
  samples: Int8Array.from({ length: 88 }, (_, i) => i - 40),
  peak_uv: 812.5,
};

test('what is encoded is decoded, byte for byte', () => {
  const gap = fc.integer({ min: 1, max: 3_000_000 });
  fc.assert(
    fc.property(
      fc.array(gap, { maxLength: 200 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 50 }),
      (gaps, codes) => {
        let at = 0;
        const seconds = gaps.map((g) => (at += g) / 250);
        const beats = { ...handTable(seconds, 'NSVFPQ', at / 250 + 1, 33), shapes: [shape] };
        const used = Uint8Array.from(codes);
        const lone_p_waves = used.map((code) => Number(code === 3));
        const quality = {
          ...{ seconds: used.length, leads: [used, used.slice().reverse()], used },
          ...(lone_p_waves.includes(1) && { lone_p_waves }),
          ...(lone_p_waves.includes(0) && { spikes: [0, 100 * codes.length] }),
          ...(lone_p_waves.includes(0) && {
            atrial_findings: [
              { kind: 'wenckebach' as const, start_sample: 3, end_sample: 900, certainty: 61 },
              { kind: 'avb3' as const, start_sample: 800, end_sample: 70_000, certainty: 95 },
            ],
          }),
        };
        const bytes = encodeBeats({ beats, quality });
        const back = decodeBeats(bytes);
        expect(back).toEqual({ ok: true, value: { beats, quality } });
        if (back.ok) expect(encodeBeats(back.value)).toEqual(bytes);
      },
    ),
  );
});

test('a beat takes a few bytes', () => {
  const beats = handTable(
    Array.from({ length: 10000 }, (_, i) => 1 + i * 0.8),
    'N',
    8002,
  );
  expect(encodeBeats({ beats, quality: handQuality(8002) }).length).toBeLessThan(10 * 10000);
});

test('damaged bytes are refused with a code and never throw', () => {
  const bytes = encodeBeats({
    beats: { ...handTable([1, 2, 3], 'NVN', 5), shapes: [shape] },
    quality: handQuality(5, [2]),
  });
  expect(decodeBeats(new Uint8Array())).toEqual({ ok: false, code: 'beats/not-a-beat-file' });
  expect(decodeBeats(bytes.slice(0, bytes.length - 1))).toEqual({ ok: false, code: 'beats/damaged' });
  for (const [at, value] of [
    [16, Infinity],
    [16, NaN],
    [24, NaN],
    [24, -1],
    [24, 0.5],
  ] as const) {
    const changed = bytes.slice();
    new DataView(changed.buffer).setFloat64(at, value, true);
    expect(decodeBeats(changed)).toEqual({ ok: false, code: 'beats/damaged' });
  }
  const other = bytes.slice();
  other[8] = 9;
  expect(decodeBeats(other)).toEqual({ ok: false, code: 'beats/version' });
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const changed = bytes.slice();
      changed[at] = value;
      expect(typeof decodeBeats(changed).ok).toBe('boolean');
    }),
  );
});
