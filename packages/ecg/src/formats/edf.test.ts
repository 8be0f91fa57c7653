import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edfFromFrames } from './edf-frames.ts';
import { encodeEdfHeader, parseEdfHeader } from './edf-header.ts';
import { anonymous } from './edf-identity.ts';
import { encodeNote, parseRecordNotes } from './edf-notes.ts';
import { encodeEdf } from './edf-writer.ts';
import { markNotes, type RecordingMarks } from './marked-recording.ts';
import { readEdf } from './test-whole.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import type { RecordingLead } from './recording.ts';
import { microvolts, NO_SAMPLE } from './recording.ts';

const startMs = Date.UTC(2026, 2, 1, 8, 20, 5, 250);
const notes = [
  { at_ms: 1500, duration_ms: 0, text: 'button' },
  { at_ms: 2250, duration_ms: 12_340, text: '心房細動 AF' },
  { at_ms: 9e9, duration_ms: 0, text: 'after the end' },
];

function lead(label: string, values: readonly number[], gain = 5, zero = 0): RecordingLead {
  return { label, sampling_hz: 250, gain_uv_per_lsb: gain, zero_lsb: zero, samples: Int32Array.from(values) };
}

test.each(['edf+', 'bdf+'] as const)(
  '%s: leads, start to the millisecond and notes are read back',
  (kind) => {
    const wide = kind === 'bdf+' ? 200 : 1;
    const values = Array.from({ length: 1000 }, (_unused, i) => wide * Math.round(1000 * Math.sin(i / 9)));
    const leads = [
      lead('II', values),
      lead(
        'V1',
        values.map((value) => -value),
        2.5,
        12,
      ),
    ];
    const answer = readEdf(encodeEdf(kind, startMs, leads, notes));
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.value.start_ms).toBe(startMs);
    expect(answer.value.notes.map((note) => ({ ...note, at_ms: Math.round(note.at_ms) }))).toEqual(notes);
    expect(answer.value.leads.map(({ label, samples }) => [label, [...samples]])).toEqual(
      leads.map(({ label, samples }) => [label, [...samples]]),
    );
    answer.value.leads.forEach((read, i) => {
      const written = leads[i];
      if (written === undefined) return;
      const expected = microvolts(written, 40);
      expect(Math.abs(microvolts(read, 40) - expected)).toBeLessThan(Math.abs(expected) * 1e-9);
    });
  },
);

test('a last record is padded and gaps are missing: notes mark both, and reading restores them', () => {
  const values = [1, 2, NO_SAMPLE, NO_SAMPLE, 5, ...Array<number>(300).fill(7)];
  const own = [...values.slice(0, 9), NO_SAMPLE, ...values.slice(10)];
  const bytes = encodeEdf('edf+', null, [lead('II', values), lead('V1', own)], []);
  const text = new TextDecoder('latin1').decode(bytes);
  for (const note of ['+0.008\x150.008\x14No signal II\x14', '+0.036\x150.004\x14No signal V1\x14']) {
    expect(text).toContain(note);
  }
  expect(text).toContain('+1.22\x150.78\x14Recording ends\x14');
  const answer = readEdf(bytes);
  if (!answer.ok) throw new Error(answer.code);
  expect(answer.value.leads.map(({ samples }) => [...samples])).toEqual([values, own]);
  expect(answer.value.notes).toEqual([]);
});

test('notes of any text are read back', () => {
  const note = fc.record({
    at_ms: fc.integer({ min: -1000, max: 2 ** 31 }),
    duration_ms: fc.nat(2 ** 31),
    text: fc.stringMatching(/^[ -~]{1,30}$/),
  });
  fc.assert(
    fc.property(fc.array(note), (list) => {
      const bytes = list.flatMap((one) => [...encodeNote(one)]);
      expect(parseRecordNotes(Uint8Array.from(bytes)).notes).toEqual(list);
    }),
  );
});

function discontinuous(secondAtS: string): Uint8Array {
  const signal = {
    label: 'ECG II',
    units: 'mV',
    physical_min: -5,
    physical_max: 5,
    digital_min: -2048,
    digital_max: 2047,
  };
  const header = encodeEdfHeader({
    sample_bytes: 2,
    discontinuous: true,
    plus: true,
    start_ms: startMs,
    records: 2,
    record_s: 1,
    signals: [
      { ...signal, prefilter: '', samples_per_record: 100 },
      { ...signal, label: 'EDF Annotations', units: '', prefilter: '', samples_per_record: 10 },
    ],
  });
  const record = (at: string) => {
    const bytes = new Uint8Array(220);
    bytes.set(new TextEncoder().encode(`+${at}\x14\x14\0`), 200);
    return [...bytes];
  };
  return Uint8Array.from([...header, ...record('0'), ...record(secondAtS)]);
}

test('records with a gap between them: the gap is missing samples; a time that is set back or leaps is none', () => {
  const answer = readEdf(discontinuous('3.5'));
  if (!answer.ok) throw new Error(answer.code);
  const [first] = answer.value.leads;
  expect(first?.label).toBe('II');
  expect(first?.samples.length).toBe(450);
  expect(first?.samples.indexOf(NO_SAMPLE)).toBe(100);
  expect(first?.samples.lastIndexOf(NO_SAMPLE)).toBe(349);
  for (const wrong of ['0.5', '99999999'])
    expect(readEdf(discontinuous(wrong))).toMatchObject({
      value: {
        leads: [{ samples: { length: 200 } }],
        flaws: [{ code: 'record-clock', detail: { count: 1 } }],
      },
    });
});

test('invalid files are refused, a wrong count is not', () => {
  const bytes = encodeEdf('edf+', startMs, [lead('II', Array<number>(250).fill(1))], []);
  const put = (at: number, text: string) => {
    const copy = bytes.slice();
    copy.set(new TextEncoder().encode(text), at);
    const answer = readEdf(copy);
    return answer.ok ? 'ok' : answer.code;
  };
  expect(put(0, '1')).toBe('edf/version');
  expect(put(252, '0   ')).toBe('ok');
  expect(put(184, '256     '.padEnd(68) + '0   ')).toBe('edf/signals');
  expect(put(184, '512     ')).toBe('ok');
  expect(put(236, '7       ')).toBe('ok');
  expect(put(236, '-1      ')).toBe('ok');
  expect(put(244, '-1      ')).toBe('edf/header-field');
  // The first signal has no scale and is left out.
  expect(put(256 + 2 * 112, 'x')).toBe('ok');
  expect(readEdf(bytes.subarray(0, 255))).toMatchObject({ code: 'edf/too-short' });
  expect(readEdf(bytes.subarray(0, 300))).toMatchObject({ code: 'edf/too-short' });
});

test('changed bytes give an error and never throw, and cost no more than their length', () => {
  const whole = discontinuous('3');
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 });
  fc.assert(
    fc.property(changes, fc.nat(whole.length), (list, length) => {
      const bytes = whole.slice();
      for (const [at, byte] of list) bytes[at] = byte;
      const answer = readEdf(bytes.subarray(0, Math.max(length, 700)));
      if (answer.ok)
        for (const { samples } of answer.value.leads) expect(samples.length).toBeLessThan(200_000);
    }),
    { numRuns: 500 },
  );
});

const folder = new URL('../../../../../shared/data/', import.meta.url);
const here = existsSync(folder);

test.skipIf(!here)('an EDF copy of record 203 has its numbers (needs ../shared/data)', () => {
  const answer = readEdf(readFileSync(new URL('formats/edf/mitdb203.edf', folder)));
  if (!answer.ok) throw new Error(answer.code);
  const [first, second] = answer.value.leads;
  const record = readFileSync(new URL('mitdb/203.dat', folder));
  expect([first?.label, second?.label, first?.sampling_hz]).toEqual(['MLII', 'V1', 360]);
  for (let i = 0; i < 1000; i++) {
    const [low = 0, middle = 0, high = 0] = record.subarray(3 * i, 3 * i + 3);
    expect(first?.samples[i]).toBe(low | ((middle & 15) << 8));
    expect(second?.samples[i]).toBe(high | ((middle & 0xf0) << 4));
  }
  if (first !== undefined) expect(microvolts(first, 0)).toBeCloseTo(((first.samples[0] ?? 0) - 1024) * 5, 6);
});

test.skipIf(!here)('EDF+ and BDF+ samples are read with their notes (needs ../shared/data)', () => {
  const read = (name: string) => {
    const answer = readEdf(readFileSync(new URL(`formats/edf/${name}`, folder)));
    if (!answer.ok) throw new Error(answer.code);
    return answer.value;
  };
  const edf = read('pyedflib_tests_data_test_generator.edf');
  expect(edf.leads.length).toBe(11);
  expect(edf.start_ms).toBe(Date.UTC(2011, 3, 4, 12, 57, 2));
  expect(edf.leads[0]?.samples.length).toBe(600 * 200);
  expect(edf.notes.map(({ at_ms, text }) => [at_ms, text])).toEqual([
    [0, 'Recording starts'],
    [600_000, 'Recording ends'],
  ]);
  const sine = edf.leads[4];
  if (sine !== undefined) {
    const peak = Math.max(...Array.from({ length: 200 }, (_unused, i) => microvolts(sine, i)));
    expect(peak).toBeGreaterThan(90);
  }
  const bdf = read('pyedflib_tests_data_test_generator.bdf');
  expect(bdf.leads.map(({ sampling_hz }) => sampling_hz)).toEqual([1000, 800, 500, 975, 999]);
  expect(read('wfdbpy_test_edfann.edf').notes.length).toBeGreaterThan(100);
  const header = parseEdfHeader(readFileSync(new URL('formats/edf/wfdbpy_test_edfann.edf', folder)));
  expect(header.ok && header.value.plus).toBe(true);
});

test('a piece of 150,000 records with gaps between them is read', () => {
  const count = 150_000;
  const signal = (label: string, samples_per_record: number) => ({
    ...{ label, units: 'uV', prefilter: '', samples_per_record },
    ...{ physical_min: -32_768, physical_max: 32_767, digital_min: -32_768, digital_max: 32_767 },
  });
  const facts = { sample_bytes: 2, discontinuous: true, plus: true, records: count, record_s: 0.01 } as const;
  const head = encodeEdfHeader({
    ...{ ...facts, start_ms: startMs },
    signals: [signal('ECG', 1), signal('EDF Annotations', 8)],
  });
  const record = (at: number): Uint8Array =>
    new TextEncoder().encode(`\x01\0+${(at / 50).toFixed(2)}\x14\x14`.padEnd(18, '\0'));
  const bytes = new Uint8Array(head.length + 18 * count);
  bytes.set(head);
  for (let at = 0; at < count; at++) bytes.set(record(at), head.length + 18 * at);
  const answer = readEdf(bytes);
  if (!answer.ok) throw new Error(answer.code);
  expect(answer.value.flaws).toEqual([]);
  expect([...(answer.value.leads[0]?.samples.subarray(0, 5) ?? [])]).toEqual([1, NO_SAMPLE, 1, NO_SAMPLE, 1]);
  expect(answer.value.leads[0]?.samples.length).toBe(2 * count - 1);
});

test('notes have the place of their samples where the duration of a record does not fit its column', () => {
  const [sampling_hz, samples] = [866.49, 1_500_000];
  const frames = new Int16Array(samples).fill(7);
  frames.fill(NO_SIGNAL, 1_499_100, 1_499_400);
  const marks: RecordingMarks = {
    beats: { samples: Uint32Array.of(1_499_000), classes: Uint8Array.of(1), confidence: Uint8Array.of(99) },
    episodes: [{ kind: 'pause', start_sample: 1_499_000, end_sample: 1_499_900, beats: 2, bpm: null }],
    events: [{ at_ms: (1000 * 1_499_500) / sampling_hz, text: 'button' }],
    gaps: [[0, 1_499_100, 1_499_400]],
  };
  const leads = [{ label: 'II', gain_uv_per_lsb: 5, zero_lsb: 0 }];
  const file = edfFromFrames({
    ...{ start_ms: startMs, sampling_hz, samples, leads, marks: markNotes(marks, sampling_hz, ['II']) },
    ...{ gaps: marks.gaps, discontinuous: false, identity: anonymous },
  });
  const answer = readEdf(Uint8Array.from([...file.header, ...file.encode(frames)]));
  if (!answer.ok) throw new Error(answer.code);
  const [read] = answer.value.leads;
  expect(read?.samples.length).toBe(samples);
  expect(frames.findIndex((step, i) => (step === NO_SIGNAL ? NO_SAMPLE : step) !== read?.samples[i])).toBe(
    -1,
  );
  const placeOf = (ms: number) => Math.round((ms * (read?.sampling_hz ?? 0)) / 10) / 100;
  expect(
    answer.value.notes.map((note) => [note.text, placeOf(note.at_ms), placeOf(note.duration_ms)]),
  ).toEqual([
    ['Pause', 1_499_000, 900],
    ['N', 1_499_000, 0],
    ['button', 1_499_500, 0],
  ]);
});
