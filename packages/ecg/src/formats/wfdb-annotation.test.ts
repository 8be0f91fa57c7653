import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wfdbMnemonic } from '../labels/beat-labels.ts';
import { encodeWfdbAnnotations, parseWfdbAnnotations } from './wfdb-annotation.ts';

const plain = { subtype: 0, channel: 0, number: 0, aux: '' };

test('SKIP, SUB, CHN, NUM and AUX are read from bytes written in the test', () => {
  const words = [
    (1 << 10) | 5,
    59 << 10,
    0x0001,
    0x0002,
    5 << 10,
    (61 << 10) | 0xff,
    (62 << 10) | 1,
    (60 << 10) | 3,
  ];
  const bytes = [
    ...new Uint8Array(Uint16Array.from([...words, (1 << 10) | 7]).buffer),
    3,
    63 << 2,
    40,
    78,
    0,
    0,
    0,
    0,
  ];
  expect(parseWfdbAnnotations(Uint8Array.from(bytes))).toEqual({
    ok: true,
    value: {
      ticks_hz: null,
      annotations: [
        { ...plain, sample: 5, code: 1 },
        { sample: 5 + 65_538, code: 5, subtype: -1, channel: 1, number: 3, aux: '' },
        { sample: 5 + 65_545, code: 1, subtype: 0, channel: 1, number: 3, aux: '(N' },
      ],
    },
  });
});

test('annotations are read back as written', () => {
  const annotation = fc.record({
    step: fc.oneof(fc.nat(2000), fc.nat(2 ** 33)),
    code: fc.integer({ min: 1, max: 49 }),
    subtype: fc.integer({ min: -128, max: 127 }),
    channel: fc.nat(255),
    number: fc.integer({ min: -128, max: 127 }),
    aux: fc.stringMatching(/^[ -~]{0,20}$/),
  });
  fc.assert(
    fc.property(fc.array(annotation), (list) => {
      let sample = 0;
      const annotations = list.map(({ step, ...rest }) => ({ ...rest, sample: (sample += step) }));
      expect(parseWfdbAnnotations(encodeWfdbAnnotations(annotations))).toEqual({
        ok: true,
        value: { annotations, ticks_hz: null },
      });
    }),
  );
});

test('a file’s own time resolution is returned', () => {
  const bytes = encodeWfdbAnnotations([
    { ...plain, sample: 0, code: 22, aux: '## time resolution: 1000' },
    { ...plain, sample: 10, code: 1 },
  ]);
  expect(parseWfdbAnnotations(bytes)).toMatchObject({
    value: { ticks_hz: 1000, annotations: [{ sample: 10 }] },
  });
});

test('cut and reversed files are refused; disordered annotations cannot be written', () => {
  const skipBack = Uint8Array.from([0, 59 << 2, 0xff, 0xff, 0, 0, 1, 1 << 2]);
  expect(parseWfdbAnnotations(skipBack)).toMatchObject({ code: 'wfdb/annotation', detail: { offset: 6 } });
  expect(parseWfdbAnnotations(skipBack.subarray(0, 4))).toMatchObject({ code: 'wfdb/annotation' });
  expect(parseWfdbAnnotations(Uint8Array.from([9, 63 << 2, 1]))).toMatchObject({ code: 'wfdb/annotation' });
  const late = { ...plain, sample: 9, code: 1 };
  expect(() => encodeWfdbAnnotations([late, { ...late, sample: 8 }])).toThrow(RangeError);
  expect(() => encodeWfdbAnnotations([{ ...late, code: 59 }])).toThrow(RangeError);
});

test('any bytes give an error and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(typeof parseWfdbAnnotations(bytes).ok).toBe('boolean');
    }),
  );
});

const folder = new URL('../../../../../shared/data/mitdb/', import.meta.url);
const here = existsSync(folder);

// Beats of the whole record as counted in its directory (MIT-BIH Arrhythmia Database Directory).
const published = {
  '101': { N: 1860, A: 3, Q: 2 },
  '102': { N: 99, V: 4, '/': 2028, f: 56 },
  '106': { N: 1507, V: 520 },
  '119': { N: 1543, V: 444 },
};

test.skipIf(!here).each(Object.entries(published))(
  'record %s: beats as published (needs ../shared/data)',
  (name, counts) => {
    const answer = parseWfdbAnnotations(readFileSync(new URL(`${name}.atr`, folder)));
    const letters = answer.ok ? answer.value.annotations.map(({ code }) => wfdbMnemonic(code)) : [];
    for (const [letter, count] of Object.entries(counts)) {
      expect([letter, letters.filter((found) => found === letter).length]).toEqual([letter, count]);
    }
  },
);

test.skipIf(!here)('every MIT-BIH annotation file is written back unchanged (needs ../shared/data)', () => {
  let exact = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.atr'))) {
    const bytes = readFileSync(new URL(name, folder));
    const answer = parseWfdbAnnotations(bytes);
    if (!answer.ok) throw new Error(`${name}: ${answer.code}`);
    expect(answer.value.annotations.length).toBeGreaterThan(1000);
    const written = encodeWfdbAnnotations(answer.value.annotations);
    expect(parseWfdbAnnotations(written)).toEqual(answer);
    if (bytes.equals(written)) exact++;
  }
  // The others omit the closing zero byte of AUX texts.
  expect(exact).toBeGreaterThan(10);
});
