import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mferPieces } from './mfer-pieces.ts';
import { MferScan } from './mfer-scan.ts';
import { readRecording } from './read-recording.ts';
import { NO_SAMPLE } from './recording.ts';
import {
  encodeMfer,
  mferChannelOf,
  mferElementOf,
  mferHeader,
  mferInt,
  mferPreamble,
  mferText,
  mferTime,
  mferWave,
  type MferWriter,
} from './test-mfer.ts';
import { readWhole } from './test-whole.ts';

const orders: readonly MferWriter[] = [{ little: true }, { little: false }];
const startMs = Date.UTC(2026, 10, 5, 8);
const values = (length: number, at = 0) =>
  Int32Array.from({ length }, (_none, i) => Math.round(900 * Math.sin(i / (9 + at))) - at);

function scanned(bytes: Uint8Array) {
  const scan = new MferScan(bytes.length);
  for (let range = scan.next(); range !== null; range = scan.next())
    scan.add(bytes.subarray(range.from, range.to));
  return scan.finish();
}

/** Reads a file in pieces of about `most` bytes. */
function read(bytes: readonly number[] | Uint8Array, most?: number) {
  const own = Uint8Array.from(bytes);
  const frames = scanned(own);
  const whole = frames.ok ? readWhole({ ok: true, value: mferPieces(frames.value, most) }, own) : frames;
  if (!whole.ok) return whole;
  const { leads, ...rest } = whole.value;
  return {
    ...rest,
    ok: true,
    leads: leads.map(({ label, samples }) => [label, ...samples]),
    first: leads[0],
  };
}

const names = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const twelve = names.map((label, i) => ({ label, samples: values(100, i) }));

test.each(orders)('twelve leads of any block length are read in either byte order: %o', (writer) => {
  for (const block of [1, 7, 50, 100]) {
    for (const most of [undefined, 40, 400]) {
      const length = Math.floor(100 / block) * block;
      const leads = twelve.map(({ label, samples }) => ({ label, samples: samples.subarray(0, length) }));
      const answer = read(encodeMfer(leads, block, writer), most);
      expect(answer).toMatchObject({
        start_ms: startMs,
        flaws: [],
        left_out: [],
        first: { sampling_hz: 500, gain_uv_per_lsb: 1.25, zero_lsb: 0 },
      });
      expect([block, most, 'leads' in answer && answer.leads]).toEqual([
        block,
        most,
        leads.map(({ label, samples }) => [label, ...samples]),
      ]);
    }
  }
});

test('the file is recognised, with and without its preamble', () => {
  const bytes = encodeMfer([{ label: 'II', samples: values(500) }], 500, { little: true });
  const none = () => null;
  expect(readRecording([{ name: 'a.mwf', bytes }], none)).toMatchObject({
    value: { format: 'mfer', samples: 500 },
  });
  const bare = bytes.subarray(mferPreamble.length);
  expect(readRecording([{ name: 'a.mwf', bytes: bare }], none)).toMatchObject({ value: { format: 'mfer' } });
});

const little: MferWriter = { little: true };
const header = (...labels: readonly string[]) => mferHeader(labels, 3, little);
const frame = (...leads: readonly number[][]) =>
  mferElementOf(
    0x1e,
    mferWave(
      leads.map((lead) => Int32Array.from(lead)),
      3,
      little,
    ),
  );
const gap = (count: number) => Array.from({ length: count }, () => NO_SAMPLE);

test('frames follow each other, or begin at their pointer or time', () => {
  expect(read([...header('II'), ...frame([1, 2, 3]), ...frame([4, 5, 6, 7, 8, 9])])).toMatchObject({
    leads: [['II', 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  });
  const pointer = (at: number) => mferElementOf(0x07, mferInt(at, 4, little));
  expect(
    read([...header('II'), ...pointer(100), ...frame([1, 2, 3]), ...pointer(105), ...frame([4, 5, 6])]),
  ).toMatchObject({
    leads: [['II', 1, 2, 3, ...gap(2), 4, 5, 6]],
    flaws: [],
  });
  const later = read([
    ...header('II'),
    ...frame([1, 2, 3]),
    ...mferTime(8, 0, 2, little),
    ...frame([4, 5, 6]),
  ]);
  expect(later).toMatchObject({ leads: [['II', 1, 2, 3, ...gap(997), 4, 5, 6]], flaws: [] });
  const back = read([
    ...header('II'),
    ...frame([1, 2, 3]),
    ...mferTime(7, 0, 2, little),
    ...frame([4, 5, 6]),
  ]);
  expect(back).toMatchObject({ leads: [['II', 1, 2, 3, 4, 5, 6]], flaws: [{ code: 'record-clock' }] });
});

test('a channel has its own resolution, offset, data type, missing value and name', () => {
  const bytes = [
    ...header('I', 'II', 'III'),
    ...mferChannelOf(
      1,
      mferElementOf(0x0c, [0, 0xfa, 5]),
      mferElementOf(0x0a, [3]),
      mferElementOf(0x0d, [128]),
      mferElementOf(0x12, [0]),
      mferElementOf(0x09, [...mferInt(0, 2, little), ...mferText('CM5')]),
    ),
    ...mferChannelOf(2, mferElementOf(0x0c, [1, 0, 1])),
    ...mferElementOf(0x1e, [1, 0, 2, 0, 3, 0, 128, 0, 129, 9, 0, 9, 0, 9, 0]),
  ];
  const frames = scanned(Uint8Array.from(bytes));
  if (!frames.ok) throw new Error(frames.code);
  expect(mferPieces(frames.value).signals).toEqual([
    { label: 'I', sampling_hz: 500, gain_uv_per_lsb: 1.25, zero_lsb: 0 },
    { label: 'CM5', sampling_hz: 500, gain_uv_per_lsb: 5, zero_lsb: 128 },
  ]);
  expect(read(bytes)).toMatchObject({
    leads: [
      ['I', 1, 2, 3],
      ['CM5', 128, NO_SAMPLE, 129],
    ],
    left_out: [{ label: 'III', why: 'no-voltage' }],
  });
});

test.each([
  [0, 2, -5],
  [1, 2, 65_000],
  [2, 4, -70_000],
  [3, 1, 200],
  [5, 1, -100],
  [6, 4, 70_000],
])('data type %i is read', (type, bytes, value) => {
  const wave = mferWave([Int32Array.of(value, 1, 2)], 3, little, bytes);
  expect(read([...header('II'), ...mferElementOf(0x0a, [type]), ...mferElementOf(0x1e, wave)])).toMatchObject(
    {
      leads: [['II', value, 1, 2]],
    },
  );
});

test('other attributes from a frame on make a segment; rates may differ between channels', () => {
  const bytes = [
    ...header('I', 'II'),
    ...mferChannelOf(
      1,
      mferElementOf(0x0b, [0, 0, ...mferInt(1000, 2, little)]),
      mferElementOf(0x04, mferInt(6, 2, little)),
    ),
    ...mferElementOf(0x1e, mferWave([Int32Array.of(1, 2, 3, 10, 11, 12, 13, 14, 15)], 9, little)),
    ...mferChannelOf(0, mferElementOf(0x0c, [0, 0xf7, ...mferInt(2500, 2, little)])),
    ...mferElementOf(0x1e, mferWave([Int32Array.of(2, 3, 4, 20, 21, 22, 23, 24, 25)], 9, little)),
  ];
  expect(read(bytes)).toMatchObject({
    leads: [
      ['I', 1, 2, 3, 4, 6, 8],
      ['II', 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25],
    ],
  });
});

test('a segment of a fraction of a second keeps its samples and has no flaw', () => {
  const samples = values(351);
  const bytes = [
    ...mferHeader(['I'], 1, little),
    ...mferElementOf(0x1e, mferWave([samples], 1, little)),
    ...mferElementOf(0x0c, [0, 0xf7, ...mferInt(2500, 2, little)]),
    ...mferElementOf(0x1e, mferWave([samples], 1, little)),
  ];
  expect(read(bytes)).toMatchObject({
    leads: [['I', ...samples, ...samples.map((value) => 2 * value)]],
    flaws: [],
  });
});

test('comments and events become notes in the stated encoding', () => {
  const event = (at: number, length: number, text: readonly number[]) =>
    mferElementOf(0x41, [
      ...mferInt(7, 2, little),
      ...mferInt(at, 4, little),
      ...mferInt(length, 4, little),
      ...text,
    ]);
  const chest = [0x8b, 0xb9, 0x92, 0xc9];
  const bytes = [
    ...header('II'),
    ...mferElementOf(0x03, mferText('Shift_JIS')),
    ...mferElementOf(0x16, chest),
    ...event(1000, 500, mferText('button')),
    ...event(2000, 0, []),
    ...frame([1, 2, 3]),
  ];
  expect(read(bytes)).toMatchObject({
    notes: [
      { at_ms: 0, duration_ms: 0, text: '胸痛' },
      { at_ms: 2000, duration_ms: 1000, text: 'button' },
      { at_ms: 4000, duration_ms: 0, text: 'event 7' },
    ],
  });
});

test.each([
  ['mfer/no-waveform', header('II')],
  ['mfer/unsupported', [...header('II'), ...mferElementOf(0x0a, [9]), ...frame([1, 2, 3])]],
  ['mfer/unsupported', [...header('II'), ...mferElementOf(0x0e, [1, 0, 0, 0]), ...frame([1, 2, 3])]],
  ['mfer/field', [...header('II'), ...mferElementOf(0x05, [0]), ...frame([1, 2, 3])]],
])('%s', (code, bytes) => expect(read(bytes)).toMatchObject({ code }));

test('unknown and private elements are passed over, and lengths in the other byte order are understood', () => {
  const strange = [
    ...mferElementOf(0xc1, Array<number>(300).fill(64)),
    0xdf,
    0x81,
    0x02,
    1,
    9,
    ...mferElementOf(0x67, [1, 2]),
  ];
  const wave = mferWave([values(300)], 3, little);
  const other = [0x1e, 0x82, ...mferInt(wave.length, 2, little), ...wave];
  expect(read([...header('II'), ...strange, ...other])).toMatchObject({
    leads: [['II', ...values(300)]],
    flaws: [],
  });
});

test('a resolution or time that is missing leaves out the lead or the start', () => {
  const [order, interval] = [mferElementOf(1, [1]), mferElementOf(0x0b, [0, 0, 250])];
  const answer = read([...mferPreamble, ...order, ...interval, ...mferElementOf(0x1e, [1, 0, 2, 0])]);
  expect(answer).toMatchObject({ start_ms: null, leads: [], left_out: [{ why: 'no-scale' }] });
});

test('a frame whose sizes are hostile takes no more memory than the file', () => {
  const huge = [...header('II'), ...mferElementOf(0x04, [255, 255, 255, 255]), ...frame([1, 2, 3])];
  expect(read(huge)).toMatchObject({ leads: [['II', 1, 2, 3]], flaws: [{ code: 'file-damaged' }] });
});

test('a file that is cut gives every sample before, whatever the blocks', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 4, 100), fc.nat(1), fc.nat(2000), (block, order, cut) => {
      const leads = twelve.slice(0, 3);
      const bytes = encodeMfer(leads, block, orders[order] ?? little);
      const wave = 2 * 3 * 100;
      const from = bytes.length - 2 - wave;
      const length = from + 2 + (cut % (wave - 2));
      const answer = read(bytes.subarray(0, length));
      const present = (length - from) / 2;
      const expected = leads.map(({ label, samples }, lead) => [
        label,
        ...[...samples].filter((_value, i) => {
          const place = Math.floor(i / block) * 3 * block + lead * block + (i % block);
          return place + 1 <= present;
        }),
      ]);
      const found =
        'leads' in answer ? answer.leads.map((lead) => lead.filter((value) => value !== NO_SAMPLE)) : [];
      expect(found).toEqual(expected);
      expect(answer).toMatchObject({ flaws: [{ code: 'file-damaged' }] });
    }),
  );
});

test('a file of nothing but notes is refused before they fill the memory', () => {
  const note = mferElementOf(0x16, mferText('x'));
  const bytes = new Uint8Array(mferPreamble.length + 300_000 * note.length);
  bytes.set(mferPreamble);
  for (let at = mferPreamble.length; at < bytes.length; at += note.length) bytes.set(note, at);
  expect(scanned(bytes)).toMatchObject({ code: 'edf/too-many-notes' });
});
