/** Tests that files one step beside the standard are read as far as they are whole, and say what is wrong. */
import { expect, test } from 'vitest';
import { encodeEdf } from './edf-writer.ts';
import { crcCcitt } from './crc-ccitt.ts';
import { encodeIshne } from './ishne.ts';
import { readRecording } from './read-recording.ts';
import type { RecordingLead } from './recording.ts';
import { packWfdbSignals } from './wfdb-signal.ts';

const startMs = Date.UTC(2026, 10, 5, 8, 0, 0);
const none = () => null;
const values = Int32Array.from({ length: 2500 }, (_none, i) => Math.round(800 * Math.sin(i / 9)) + 1);

function lead(label: string, samples = values): RecordingLead {
  return { label, sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0, samples };
}

function read(name: string, bytes: Uint8Array) {
  const answer = readRecording([{ name, bytes }], none);
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.detail)}`);
  const { leads, samples, frames, start_ms, left_out, flaws, notes } = answer.value;
  return { labels: leads.map(({ label }) => label), samples, frames, start_ms, left_out, flaws, notes };
}

/** An EDF+ of ten records of a second with two leads. */
const edf = (): Uint8Array => encodeEdf('edf+', startMs, [lead('ECG'), lead('EMG')], []);
const headerLength = 256 * 4;

function put(bytes: Uint8Array, at: number, text: string): Uint8Array {
  const copy = bytes.slice();
  copy.set(new TextEncoder().encode(text), at);
  return copy;
}

const whole = read('a.edf', edf());
const recordLength = (edf().length - headerLength) / 10;
/** Columns of the second signal of three: each column's fields follow one another. */
const column = (before: number, width: number): number => 256 + 3 * before + width;

test('a file that ends within a record gives its whole records', () => {
  const cut = read('a.edf', edf().subarray(0, headerLength + 9 * recordLength + 77));
  expect(cut.samples).toBe(2250);
  expect(cut.frames).toEqual(whole.frames.slice(0, cut.frames.length));
  expect(cut.flaws).toEqual([{ code: 'record-cut', detail: { bytes: 77 } }]);
});

test.each([
  ['12      ', 'records-missing', { found: 10, expected: 12 }],
  ['7       ', 'records-more', { found: 10, expected: 7 }],
  ['x       ', 'header-field', { field: 'number of records' }],
])('a header that states %s records is corrected', (stated, code, detail) => {
  const wrong = read('a.edf', put(edf(), 236, stated));
  expect(wrong.frames).toEqual(whole.frames);
  expect(wrong.flaws).toEqual([{ code, detail }]);
});

test('bytes behind the last record are left out', () => {
  const longer = read('a.edf', Uint8Array.from([...edf(), ...Array<number>(900).fill(88)]));
  expect(longer.frames).toEqual(whole.frames);
  expect(longer.flaws).toEqual([{ code: 'bytes-after', detail: { bytes: 900 } }]);
});

test('a channel without a scale is left out, whichever range is empty', () => {
  for (const at of [104, 112, 120, 128]) {
    const other = at === 104 || at === 120 ? at + 8 : at - 8;
    const bytes = edf();
    const field = new TextDecoder().decode(bytes.subarray(column(other, 8), column(other, 8) + 8));
    const dead = read('a.edf', put(bytes, column(at, 8), field));
    expect([dead.labels, dead.left_out]).toEqual([['ECG'], [{ label: 'EMG', why: 'no-scale' }]]);
  }
});

test('decimal commas, padding with zeros and units in capitals are read', () => {
  const physical = 256 + 3 * 104;
  const bytes = edf();
  const field = new TextDecoder().decode(bytes.subarray(physical, physical + 8));
  const comma = put(
    bytes,
    physical,
    field.trim().replace(/\.0*$/, '').slice(0, 6).concat(',0').padEnd(8, '\0'),
  );
  expect(read('a.edf', comma)).toMatchObject({ labels: ['ECG'], flaws: [] });
  const unit = put(bytes, 256 + 3 * 96, 'UV\0\0\0\0\0\0');
  expect(read('a.edf', unit)).toMatchObject({ labels: ['ECG'], left_out: [{ label: 'EMG', why: 'no-ecg' }] });
});

test.each([
  ['00.00.00', '00.00.00', null],
  ['31.02.26', '08.00.00', startMs],
  ['05.11.26', '25.61.61', null],
  ['5.11.26 ', '8:00:00 ', startMs],
  ['05/11/26', '08.00.00', startMs],
])('a start of %s %s', (date, time, expected) => {
  const { start_ms, flaws, frames } = read('a.edf', put(edf(), 168, date + time));
  expect(start_ms).toBe(expected);
  expect(frames).toEqual(whole.frames);
  expect(flaws.map(({ code }) => code)).toEqual(
    /^0?5/.test(date) && expected !== null ? [] : ['start-unreadable'],
  );
});

test.each([
  ['CP949', [0xc8, 0xe4, 0xc5, 0xeb], '흉통'],
  ['Shift-JIS', [0x8b, 0xb9, 0x92, 0xc9], '胸痛'],
  ['GBK', [0xd0, 0xd8, 0xcd, 0xb4], '胸痛'],
  [
    'CP1252',
    [...new TextEncoder().encode('Schwindel, '), 0xdc, ...new TextEncoder().encode('belkeit')],
    'Schwindel, Übelkeit',
  ],
])('a note in %s is read', (encoding, letters, text) => {
  const note = { at_ms: 5000, duration_ms: 0, text: 'x'.repeat(letters.length) };
  const bytes = encodeEdf('edf+', startMs, [lead('ECG')], [note]);
  const at = new TextDecoder('latin1').decode(bytes).indexOf(note.text);
  bytes.set(letters, at);
  const { notes, flaws } = read('a.edf', bytes);
  expect(notes).toEqual([{ ...note, text }]);
  expect(flaws).toEqual([{ code: 'notes-encoding', detail: { encoding, count: 1 } }]);
});

test.each([8, 16, 400])(
  'a note at a time of %d digits is left out and counted, a record of that time follows the one before',
  (digits) => {
    const time = `+${'9'.repeat(digits)}`;
    const text = 'x'.repeat(time.length + 10);
    const bytes = encodeEdf('edf+', startMs, [lead('ECG')], [{ at_ms: 5000, duration_ms: 0, text }]);
    const letters = new TextDecoder('latin1').decode(bytes);
    const noted = read(
      'a.edf',
      put(bytes, letters.indexOf('+5\u0014xx'), `${time}\u0014far\u0014`.padEnd(text.length + 4, '\0')),
    );
    expect(noted).toMatchObject({ notes: [], flaws: [{ code: 'notes-time', detail: { count: 1 } }] });
    const first = put(bytes, letters.indexOf('+0\u0014\u0014'), `${time}\u0014\u0014\0`);
    expect(read('a.edf', first)).toMatchObject({ start_ms: startMs, samples: 2500 });
    const discontinuous = read('a.edf', put(first, 192, 'EDF+D'));
    expect(discontinuous).toMatchObject({ start_ms: startMs, samples: 2500 });
    expect(discontinuous.frames).toEqual(read('a.edf', bytes).frames);
  },
);

const ishne = (): Uint8Array => encodeIshne(startMs, [lead('bipolar'), lead('bipolar'), lead('V5')]);

test('an ISHNE file without checksum is read, one with a wrong checksum too', () => {
  const bytes = ishne();
  bytes.set([0, 0], 8);
  expect(read('a.ecg', bytes)).toMatchObject({
    labels: ['bipolar', 'bipolar 2', 'V5'],
    samples: 2500,
    start_ms: startMs,
    flaws: [{ code: 'checksum-missing' }],
  });
  bytes.set([1, 2], 8);
  expect(read('a.ecg', bytes)).toMatchObject({ samples: 2500, flaws: [{ code: 'header-checksum' }] });
});

test.each([
  [(bytes: Uint8Array) => bytes.subarray(0, bytes.length - 100), 2483, 'samples-missing'],
  [(bytes: Uint8Array) => Uint8Array.from([...bytes, 1, 2, 3, 4, 5, 6, 7]), 2500, 'bytes-after'],
])('an ISHNE file of another length gives its whole samples', (change, samples, code) => {
  const changed = read('a.ecg', change(ishne()));
  expect(changed.samples).toBe(samples);
  expect(changed.flaws.map((flaw) => flaw.code)).toEqual([code]);
});

test.each([0, 99_999])('an ISHNE header that states %d samples is corrected', (stated) => {
  const bytes = ishne();
  const view = new DataView(bytes.buffer);
  view.setInt32(14, stated, true);
  view.setUint16(8, crcCcitt(bytes.subarray(10, 522)), true);
  const { samples, flaws } = read('a.ecg', bytes);
  expect(samples).toBe(2500);
  expect(flaws).toHaveLength(1);
});

test('an ISHNE file that has the length of another way of counting says so', () => {
  const bytes = ishne();
  const third = 522 + 6 * 834;
  const cut = read('a.ecg', bytes.subarray(0, third));
  expect([cut.samples, cut.flaws]).toEqual([
    834,
    [{ code: 'length-unsure', detail: { found: 834, expected: 2500 } }],
  ]);
});

function wfdb(first: string, signals: readonly string[], cutBytes = 0) {
  const { bytes } = packWfdbSignals(
    16,
    signals.map(() => values),
  );
  const header = new TextEncoder().encode(`${first}\n${signals.join('\n')}\n`);
  return readRecording(
    [
      { name: 'r.hea', bytes: header },
      { name: 'r.dat', bytes: bytes.subarray(0, bytes.length - cutBytes) },
    ],
    none,
  );
}

test.each(['mv', 'MV', 'mVolt', 'µV'])('a WFDB signal in %s is a lead', (unit) => {
  expect(wfdb('r 1 250 2500', [`r.dat 16 200/${unit} 16 0 0 0 0 II`])).toMatchObject({
    value: { leads: [{ label: 'II' }], left_out: [] },
  });
});

test('a WFDB signal in an unknown unit is named, and its refusal says so', () => {
  const ecg = 'r.dat 16 200/mV 16 0 0 0 0 II';
  const odd = 'r.dat 16 200/xyz 16 0 0 0 0 V5';
  expect(wfdb('r 2 250 2500', [ecg, odd])).toMatchObject({
    value: { leads: [{ label: 'II' }], left_out: [{ label: 'V5', why: 'unknown-unit' }] },
  });
  expect(wfdb('r 1 250 2500', [odd])).toMatchObject({ code: 'file/unknown-unit', detail: { found: 'V5' } });
});

test('a WFDB file that is cut gives what it has; a start that is none refuses nothing', () => {
  const signal = 'r.dat 16 200/mV 16 0 0 0 0 II';
  expect(wfdb('r 1 250 2500', [signal], 201)).toMatchObject({
    value: { samples: 2399, flaws: [{ code: 'samples-missing', detail: { found: 2399, expected: 2500 } }] },
  });
  for (const [clock, start_ms] of [
    ['08:00:00 05/11/2026', startMs],
    ['08:00:00 05-Nov-2026', startMs],
    ['2026-11-05T08:00:00', startMs],
    ['08:00:00 05-OCT-2026', Date.UTC(2026, 9, 5, 8)],
    ['08:00:00 31/02/2026', null],
    ['25:61:61 05/11/2026', null],
    ['08:00:00 05/11/26', null],
  ] as const)
    expect(wfdb(`r 1 250 2500 ${clock}`, [signal])).toMatchObject({ value: { start_ms, samples: 2500 } });
});

/** A BDF of two seconds of a recorder at 2,048 Hz: a sine of 10 Hz, 1 mV high. */
function fastRecording(): { bytes: Uint8Array; hz: number } {
  const hz = 2048;
  const samples = Int32Array.from({ length: 2 * hz }, (_none, i) =>
    Math.round(200 * Math.sin((2 * Math.PI * 10 * i) / hz)),
  );
  return { bytes: encodeEdf('bdf+', startMs, [{ ...lead('ECG', samples), sampling_hz: hz }], []), hz };
}

test('a recorder faster than a recording may be is resampled, and the flaw says so', () => {
  const { bytes } = fastRecording();
  const answer = readRecording([{ name: 'a.bdf', bytes }], none);
  if (!answer.ok) throw new Error(answer.code);
  const { sampling_hz, samples, frames, leads, flaws } = answer.value;
  expect([sampling_hz, samples]).toEqual([1024, 2048]);
  expect(flaws).toEqual([{ code: 'resampled', detail: { from_hz: 2048, to_hz: 1024 } }]);
  const gain = leads[0]?.gain_uv_per_lsb ?? 0;
  frames.forEach((value, i) => {
    const expected = 1000 * Math.sin((2 * Math.PI * 10 * i) / 1024);
    expect(Math.abs(value * gain - expected)).toBeLessThan(2 * gain + 1);
  });
});

const segment = (name: string, from: number, to: number, line = `${name}.dat 16 200/mV 16 0 0 0 0 II`) => [
  { name: `${name}.hea`, bytes: new TextEncoder().encode(`${name} 1 250 ${String(to - from)}\n${line}\n`) },
  { name: `${name}.dat`, bytes: packWfdbSignals(16, [values.subarray(from, to)]).bytes },
];
const text = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);

test('segments of a WFDB record are one recording, with gaps and scales of their own', () => {
  const master = text('m/4 1 250 2500 08:00:00 05/11/2026', 'm_layout 0', 'ma 1000', '~ 500', 'mb 1000');
  const layout = text('m_layout 1 250 0', '~ 0 200/mV 16 0 0 0 0 II');
  const files = [
    { name: 'm.hea', bytes: master },
    { name: 'm_layout.hea', bytes: layout },
    ...segment('ma', 0, 1000),
    ...segment('mb', 1500, 2500, 'mb.dat 16 400/mV 16 0 0 0 0 II'),
  ];
  const answer = readRecording(files, none);
  if (!answer.ok) throw new Error(answer.code);
  const { samples, start_ms, frames, leads } = answer.value;
  expect([samples, start_ms, leads.map(({ label }) => label)]).toEqual([2500, startMs, ['II']]);
  const uv = Array.from(frames, (value) =>
    value === -32_768 ? null : value * (leads[0]?.gain_uv_per_lsb ?? 0),
  );
  expect(uv.slice(1000, 1500).every((value) => value === null)).toBe(true);
  expect(uv[7]).toBeCloseTo((values[7] ?? 0) * 5);
  expect(uv[1507]).toBeCloseTo((values[1507] ?? 0) * 2.5);
  expect(readRecording(files.slice(0, -2), none)).toMatchObject({
    code: 'wfdb/file-missing',
    detail: { file: 'mb.hea' },
  });
});
