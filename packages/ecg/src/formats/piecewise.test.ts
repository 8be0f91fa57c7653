import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lettersOfBytes } from './byte-text.ts';
import { encodeEdfHeader } from './edf-header.ts';
import { edfPieces } from './edf-pieces.ts';
import { encodeEdf } from './edf-writer.ts';
import { readEdf, readIshne } from './test-whole.ts';
import { FrameFlow } from './frame-flow.ts';
import { encodeIshne, ishnePieces } from './ishne.ts';
import { chooseLeads } from './lead-choice.ts';
import type { Parsed } from './parsed.ts';
import type { PiecewiseFile, SignalPiece } from './piecewise.ts';
import { inOnePiece } from './piecewise.ts';
import type { Recording, RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { SignalSurvey } from './signal-survey.ts';
import { recordingToFrames } from './trace-frames.ts';
import { wfdbPieces } from './wfdb-pieces.ts';
import { packWfdbSignals, readWfdbSignals, wfdbLeads } from './wfdb-signal.ts';
import { parseWfdbHeader } from './wfdb-header.ts';

const startMs = Date.UTC(2026, 2, 1, 8, 20, 5);
const nothingElse = { start_has_zone: false, notes: [], left_out: [], flaws: [] };

function lead(label: string, samples: Int32Array, change: Partial<RecordingLead> = {}): RecordingLead {
  return { label, sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0, samples, ...change };
}

function swing(length: number, turn: number): Int32Array {
  return Int32Array.from({ length }, (_none, i) => Math.round(900 * Math.sin(i / turn)) + (i % 7));
}

function valueOf<Value>(read: Parsed<Value>): Value {
  if (read.ok) return read.value;
  throw new Error(`${read.code} ${JSON.stringify(read.detail)}`);
}

function piecesOf(file: PiecewiseFile, bytesOf: (name: string) => Uint8Array): SignalPiece[] {
  return Array.from({ length: file.pieces }, (_none, piece) => {
    const bytes = file.ranges(piece).map(({ file: name, from, to }) => bytesOf(name).subarray(from, to));
    return valueOf(file.read(piece, bytes));
  });
}

/** Returns the result of two passes over a file: the frames, and the findings of the first pass. */
function inTwoPasses(file: PiecewiseFile, bytesOf: (name: string) => Uint8Array) {
  const choice = valueOf(chooseLeads(file.signals));
  const presence: number[] = [];
  const survey = new SignalSurvey(file, choice, (frames) => presence.push(...frames));
  for (const piece of piecesOf(file, bytesOf)) expect(survey.add(piece)).toBeNull();
  const found = valueOf(survey.finish());
  const frames: number[] = [];
  const leads = choice.kept.map((signal, i) => ({ signal, step: found.scales[i]?.step ?? Number }));
  const flow = new FrameFlow(leads, choice.sampling_hz, (block) => frames.push(...block));
  for (const piece of piecesOf(file, bytesOf)) for (const run of piece.runs) flow.add(run);
  return { found, frames, presence };
}

function expectWhole(file: PiecewiseFile, whole: Recording, bytesOf: (name: string) => Uint8Array): void {
  expect(file.pieces).toBeGreaterThan(1);
  const { found, frames, presence } = inTwoPasses(file, bytesOf);
  const expected = valueOf(recordingToFrames(whole));
  expect(found.samples).toBe(expected.samples);
  expect(found.scales.map((scale) => scale.lead)).toEqual(expected.leads);
  expect(found.start_ms).toBe(whole.start_ms);
  expect(found.notes).toEqual(whole.notes);
  expect(Int16Array.from(frames)).toEqual(expected.frames);
  expect(presence.map((value) => value === 0)).toEqual(frames.map((value) => value !== -32_768));
  const { at_sample, frames: first } = found.first;
  const stride = expected.leads.length;
  expect(first).toEqual(expected.frames.slice(at_sample * stride, at_sample * stride + first.length));
}

const long = 12_000;
const most = 4096;

test('EDF+ in pieces equals the file as a whole', () => {
  const leads = [
    lead('II', swing(long, 9)),
    lead('V1', swing(long, 31), { gain_uv_per_lsb: 2.5, zero_lsb: 12 }),
  ];
  const notes = [
    { at_ms: 1500, duration_ms: 0, text: 'button' },
    { at_ms: 47_000, duration_ms: 20, text: '息切れ' },
  ];
  const bytes = encodeEdf('edf+', startMs + 250, leads, notes);
  expectWhole(
    valueOf(edfPieces(bytes.subarray(0, 4096), bytes.length, most)),
    valueOf(readEdf(bytes)),
    () => bytes,
  );
});

test('gaps of our own EDF+ are missing, also over many pieces, and its padding is cut', () => {
  const silent = (samples: Int32Array, from: number, to: number) => samples.fill(NO_SAMPLE, from, to);
  const second = silent(swing(long + 77, 31), 0, 40);
  const leads = [lead('II', swing(long + 77, 9)), lead('V1', second)];
  for (const each of leads) silent(each.samples, 3000, 9100);
  silent(second, 9100, 9160);
  const notes = [{ at_ms: 100, duration_ms: 0, text: 'button' }];
  const bytes = encodeEdf('edf+', startMs, leads, notes);
  const whole = valueOf(readEdf(bytes));
  expect(whole.notes).toEqual(notes);
  expect(whole.leads.map(({ samples }) => samples)).toEqual(leads.map(({ samples }) => samples));
  const pieces = () => valueOf(edfPieces(bytes.subarray(0, 4096), bytes.length, most));
  expectWhole(pieces(), whole, () => bytes);
});

/** Turns an EDF+C into an EDF+D whose records start later from one record on. */
function withGap(bytes: Uint8Array, fromRecord: number, gapS: number): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes).replace('EDF+C', 'EDF+D');
  let record = 0;
  const moved = text.replace(/\+(\d+)\x14\x14\0+/g, (all, second: string) => {
    const at = Number(second) + (record++ >= fromRecord ? gapS : 0);
    return `+${at}\x14\x14\0`.padEnd(all.length, '\0');
  });
  return Uint8Array.from(moved, (letter) => letter.charCodeAt(0));
}

test('gaps of an EDF+D are gaps, within a piece and between two', () => {
  const bytes = encodeEdf('edf+', startMs, [lead('ECG', swing(long, 9))], []);
  for (const record of [3, 7, 24]) {
    const gappy = withGap(bytes, record, 6);
    expectWhole(
      valueOf(edfPieces(gappy.subarray(0, 4096), gappy.length, most)),
      valueOf(readEdf(gappy)),
      () => gappy,
    );
  }
});

/** Returns an EDF+D in which each record begins so many seconds after the one before. */
function withSteps(bytes: Uint8Array, stepS: number): Uint8Array {
  const text = lettersOfBytes(bytes).replace('EDF+C', 'EDF+D');
  const moved = text.replace(/\+(\d+)\x14\x14\0+/g, (all, second: string) =>
    `+${(Number(second) * stepS).toFixed(4)}\x14\x14\0`.padEnd(all.length, '\0'),
  );
  return Uint8Array.from(moved, (letter) => letter.charCodeAt(0));
}

test('records that are each a little late add up, however the file is divided into pieces', () => {
  const values = swing(50_000, 9);
  const bytes = withSteps(encodeEdf('edf+', startMs, [lead('ECG', values)], []), 1.0008);
  const open = (size: number) => valueOf(edfPieces(bytes.subarray(0, 4096), bytes.length, size));
  const { frames } = inTwoPasses(open(2 ** 30), () => bytes);
  for (const size of [600, 1400, 4096])
    expect(inTwoPasses(open(size), () => bytes).frames.join()).toBe(frames.join());
  // The last of 200 records begins 0.16 s later than without the delay.
  const begin = Math.round(199 * 1.0008 * 250);
  expect(frames.length).toBe(begin + 250);
  expect(frames.slice(begin)).toEqual([...values.slice(199 * 250)]);
});

// Comparing every record with every note would take longer than a test may.
test('sixty thousand records with a gap note each are read at once', () => {
  const count = 60_000;
  const range = { physical_min: -100, physical_max: 100, digital_min: -100, digital_max: 100, prefilter: '' };
  const header = encodeEdfHeader({
    ...{ sample_bytes: 2, discontinuous: true, plus: true, start_ms: startMs, records: count, record_s: 1 },
    signals: [
      { ...range, label: 'ECG', units: 'uV', samples_per_record: 50 },
      { ...range, label: 'EDF Annotations', units: '', samples_per_record: 20 },
    ],
  });
  const bytes = new Uint8Array(header.length + 140 * count);
  bytes.set(header);
  for (let record = 0; record < count; record++) {
    const at = `+${String(1.5 * record)}`;
    const lists = `${at}\x14\x14\0${at}\x15${record % 2 === 0 ? '0.1' : '90000'}\x14No signal\x14\0`;
    bytes.set(new TextEncoder().encode(lists), header.length + 140 * record + 100);
  }
  bytes[header.length] = 1;
  const file = valueOf(edfPieces(bytes.subarray(0, 4096), bytes.length, 2 ** 30));
  expect(valueOf(file.read(0, [bytes.subarray(header.length)])).runs.length).toBe(count);
});

test('a note of a record whose time was set back is in its place in the signal', () => {
  const notes = [10_500, 30_500].map((at_ms) => ({ at_ms, duration_ms: 0, text: 'button' }));
  const late = encodeEdf('edf+', startMs, [lead('ECG', swing(long, 9))], notes);
  const text = lettersOfBytes(late).replace('EDF+C', 'EDF+D');
  // From the record at 20 s on the clock is 5 s earlier.
  const moved = text.replace(/\+(\d+)((?:\.5)?\x14)/g, (all, second: string, rest: string) =>
    `+${Number(second) < 20 ? second : String(Number(second) - 5)}${rest}`.padEnd(all.length, '\x14'),
  );
  const bytes = Uint8Array.from(moved, (letter) => letter.charCodeAt(0));
  const read = valueOf(readEdf(bytes));
  expect(read.leads[0]?.samples.length).toBe(long);
  expect(read.notes).toEqual(notes);
});

test('ISHNE in pieces equals the file as a whole', () => {
  const bytes = encodeIshne(startMs, [lead('X', swing(long, 9)), lead('Y', swing(long, 12))]);
  expectWhole(
    valueOf(ishnePieces(bytes.subarray(0, 1024), bytes.length, most)),
    valueOf(readIshne(bytes)),
    () => bytes,
  );
});

test.each([16, 212, 310, 311])('WFDB of format %i in pieces equals the record as a whole', (format) => {
  const signals = [swing(long, 9), swing(long, 14), swing(long, 5)].map((all) =>
    all.map((value) => value >> 2),
  );
  const { bytes } = packWfdbSignals(format, signals);
  const line = (name: string) => `r.dat ${String(format)} 200 12 0 0 0 0 ${name}`;
  const text = `r 3 360 ${String(long)} 8:20:05 1/3/2026\n${['I', 'II', 'V1'].map(line).join('\n')}\n`;
  const header = valueOf(parseWfdbHeader(new TextEncoder().encode(text)));
  const files = new Map([['r.dat', bytes]]);
  const file = valueOf(wfdbPieces(header, new Map([['r.dat', bytes.length]]), most));
  if (file === null) throw new Error('has to be read as a whole');
  const leads = wfdbLeads(header, valueOf(readWfdbSignals(header, files)));
  expectWhole(file, { start_ms: header.start_ms, ...nothingElse, leads }, () => bytes);
});

test.each([310, 311])('pieces of format %i begin at whole groups for any number of signals', (format) => {
  for (let count = 1; count <= 12; count++) {
    const line = `r.dat ${String(format)} 200 12 0 0 0 0 II\n`;
    const text = `r ${String(count)} 360\n${line.repeat(count)}`;
    const header = valueOf(parseWfdbHeader(new TextEncoder().encode(text)));
    const file = valueOf(wfdbPieces(header, new Map([['r.dat', 2 ** 40]])));
    for (let piece = 0; piece < 600; piece++)
      for (const { from, to } of file?.ranges(piece) ?? []) expect([from % 4, to % 4]).toEqual([0, 0]);
  }
});

test.each([310, 311])('the last samples of format %i are read, whatever their number', (format) => {
  for (let length = 1; length <= 9; length++) {
    const values = Int32Array.from({ length }, (_none, i) => -500 + i);
    const { bytes } = packWfdbSignals(format, [values]);
    const text = `r 1 360 ${String(length)}\nr.dat ${String(format)} 200 12 0 0 0 0 II\n`;
    const header = valueOf(parseWfdbHeader(new TextEncoder().encode(text)));
    const file = valueOf(wfdbPieces(header, new Map([['r.dat', bytes.length]])));
    if (file === null) throw new Error('has to be read as a whole');
    expect(piecesOf(file, () => bytes).flatMap(({ runs }) => runs[0]?.samples[0] ?? [])).toEqual([values]);
  }
});

test('running sums and delayed signals are read as a whole; a missing file is refused', () => {
  const header = (line: string) =>
    valueOf(parseWfdbHeader(new TextEncoder().encode(`r 1 250 100\n${line}\n`)));
  const sizes = new Map([['r.dat', 150]]);
  expect(wfdbPieces(header('r.dat 8 200'), sizes)).toEqual({ ok: true, value: null });
  expect(wfdbPieces(header('r.dat 212:3 200'), sizes)).toEqual({ ok: true, value: null });
  expect(wfdbPieces(header('s.dat 212 200'), sizes)).toMatchObject({ code: 'wfdb/file-missing' });
  expect(wfdbPieces(header('r.dat 16 200'), sizes)).toMatchObject({
    value: { flaws: [{ code: 'samples-missing', detail: { found: 75, expected: 100 } }] },
  });
});

test('the frames do not depend on how runs are cut; gaps and short leads are no signal', () => {
  const samples = Int32Array.from({ length: 60 }, (_none, i) => (i % 11 === 0 ? NO_SAMPLE : i));
  const flowOf = (cuts: readonly number[]): number[] => {
    const out: number[] = [];
    const flow = new FrameFlow(
      [
        { signal: 0, step: Number },
        { signal: 1, step: Number },
      ],
      100,
      (block) => out.push(...block),
    );
    const places = [0, ...[...cuts].sort((a, b) => a - b), 60];
    places.slice(1).forEach((to, i) => {
      const from = places[i] ?? 0;
      const other = samples.subarray(from, Math.min(to, 40));
      flow.add({ at_s: 0.5 + from / 100, samples: [samples.subarray(from, to), other] });
    });
    return out;
  };
  const whole = flowOf([]);
  expect(whole.slice(0, 100)).toEqual(Array(100).fill(-32_768));
  expect(whole.slice(218, 220)).toEqual([59, -32_768]);
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (cuts) => {
      expect(flowOf(cuts)).toEqual(whole);
    }),
  );
});

test('a run that begins before the last one ended, or after thirty days, is refused', () => {
  const flow = new FrameFlow([{ signal: 0, step: Number }], 100, () => undefined);
  const run = (at_s: number) => ({ at_s, samples: [new Int32Array(100)] });
  expect(flow.add(run(0))).toBeNull();
  expect(flow.add(run(0.9))).toMatchObject({ code: 'edf/record-time' });
  expect(flow.add(run(31 * 86_400))).toMatchObject({ code: 'trace/too-long' });
});

test('a file without any sample is refused', () => {
  const empty = inOnePiece({
    start_ms: null,
    ...nothingElse,
    leads: [lead('I', new Int32Array(9).fill(NO_SAMPLE))],
  });
  const survey = new SignalSurvey(empty, valueOf(chooseLeads(empty.signals)), () => undefined);
  survey.add(valueOf(empty.read(0, [])));
  expect(survey.finish()).toMatchObject({ code: 'file/no-signal' });
});
