import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rhythmNames } from '../labels/rhythm-names.ts';
import { edfFromFrames } from './edf-frames.ts';
import { anonymous, edfPatientField } from './edf-identity.ts';
import { readEdf } from './test-whole.ts';
import { gapsByLead, gapsOfAll, markNotes, type RecordingMarks } from './marked-recording.ts';
import { beatHeads, beatRows, episodeHeads, episodeRows, tableParts } from './annotations-csv.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { FrameSums, framesHeader, markAnnotations } from './annotations-wfdb.ts';
import { readRecording } from './read-recording.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { recordingToFrames } from './trace-frames.ts';
import { encodeWfdbAnnotations } from './wfdb-annotation.ts';
import { encodeWfdbHeader } from './wfdb-header.ts';

const startMs = Date.UTC(2026, 10, 5, 17, 0, 3, 125);
const none = () => null;

/** A recording of frames with any gaps and any number of marks. */
interface Wish {
  readonly hz: number;
  readonly labels: readonly string[];
  readonly samples: number;
  readonly seed: readonly number[];
  readonly gap: readonly [from: number, length: number, lead: number];
  readonly beats: readonly number[];
  readonly gain: number;
  readonly zero: number;
  /** Samples of signal within the gap, as after a loose contact. */
  readonly piece: readonly [at: number, length: number];
  readonly discontinuous: boolean;
}

const wishes: fc.Arbitrary<Wish> = fc.record({
  hz: fc.constantFrom(50, 100, 128.5, 250, 333.3),
  labels: fc.constantFrom(['II'], ['II', 'V1'], ['I', 'II', 'III'], ['ECG 1', 'ECG 2']),
  samples: fc.integer({ min: 1, max: 900 }),
  seed: fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 1, maxLength: 40 }),
  gap: fc.tuple(fc.nat(900), fc.nat(300), fc.integer({ min: -1, max: 0 })),
  beats: fc.uniqueArray(fc.nat(899), { maxLength: 60 }),
  gain: fc.constantFrom(5, 2.5, 0.4577636659145355, 12.2070312),
  zero: fc.integer({ min: -900, max: 900 }),
  piece: fc.tuple(fc.nat(300), fc.nat(3)),
  discontinuous: fc.boolean(),
});

function make({ hz, labels, samples, seed, gap, beats, gain, zero, piece, discontinuous }: Wish) {
  const [from, length, lead] = gap;
  const frames = Int16Array.from(
    { length: samples * labels.length },
    (_none, i) => seed[i % seed.length] ?? 0,
  );
  const last = Math.min(samples, from + length);
  const [pieceFrom, pieceUntil] = [from + piece[0], Math.min(last, from + piece[0] + piece[1])];
  for (let i = from * labels.length; i < last * labels.length; i++) {
    const at = Math.floor(i / labels.length);
    const isPiece = at >= pieceFrom && at < pieceUntil;
    if (lead < 0 || i % labels.length === lead) frames[i] = isPiece ? zero : NO_SIGNAL;
  }
  const listed = last > from ? [[labels.length === 1 ? 0 : lead, from, last] as const] : [];
  const isBroken = pieceUntil > pieceFrom;
  const kept = Uint32Array.from(beats.filter((at) => at < samples).sort((a, b) => a - b));
  const classes = Uint8Array.from(kept, (_at, i) => 1 + (i % 6));
  const marks: RecordingMarks = {
    beats: { samples: kept, classes, confidence: new Uint8Array(kept.length).fill(90) },
    episodes: [{ kind: 'af', start_sample: 0, end_sample: Math.ceil(samples / 2), beats: 3, bpm: 90 }],
    events: [{ at_ms: 10, text: 'button' }],
    gaps: isBroken ? [] : listed,
    broken_gaps: isBroken ? listed : [],
  };
  const leads = labels.map((label) => ({ label, gain_uv_per_lsb: Math.fround(gain), zero_lsb: zero }));
  return { hz, samples, frames, marks, leads, labels, discontinuous };
}
type Made = Omit<ReturnType<typeof make>, 'marks'> & { readonly marks: RecordingMarks };

function edfBytes(
  { hz, samples, frames, marks, leads, labels, discontinuous }: Made,
  recordsAtOnce: number,
): Buffer {
  const file = edfFromFrames({
    start_ms: startMs,
    sampling_hz: hz,
    samples,
    leads,
    marks: markNotes(marks, hz, labels),
    gaps: marks.gaps,
    discontinuous,
    identity: anonymous,
  });
  const parts = [file.header];
  const step = recordsAtOnce * file.record_samples * leads.length;
  for (let at = 0; at < frames.length; at += step) parts.push(file.encode(frames.subarray(at, at + step)));
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(file.bytes);
  return bytes;
}

test('no lead has a signal where the gaps of all leads meet', () => {
  const gaps = [
    [0, 10, 30],
    [1, 0, 12],
    [1, 12, 20],
    [-1, 28, 40],
    [0, 60, 70],
  ] as const;
  expect(gapsOfAll(gapsByLead(gaps, 2))).toEqual([
    [10, 20],
    [28, 40],
  ]);
  expect(gapsOfAll(gapsByLead([[0, 1, 2]], 1))).toEqual([[1, 2]]);
});

test('EDF+ of any frames is read back as those frames, scale, start and marks, in pieces of any size', () => {
  fc.assert(
    fc.property(wishes, fc.integer({ min: 1, max: 3 }), (wish, atOnce) => {
      const given = make(wish);
      const bytes = edfBytes(given, atOnce);
      expect(edfBytes(given, 100).equals(bytes)).toBe(true);
      const answer = readEdf(bytes);
      if (!answer.ok) throw new Error(answer.code);
      expect(answer.value.start_ms).toBe(startMs);
      const made = recordingToFrames(answer.value);
      if (!made.ok) throw new Error(made.code);
      expect(made.value.frames.length).toBe(given.frames.length);
      expect(Buffer.from(made.value.frames.buffer).equals(Buffer.from(given.frames.buffer))).toBe(true);
      answer.value.leads.forEach((lead, i) => {
        const wanted = given.leads[i];
        if (wanted === undefined) throw new Error('a lead too many');
        // The names of ECGs in EDF+ begin with their kind.
        expect(lead.label).toBe(wanted.label.replace(/^ECG /, ''));
        expect(Math.abs(lead.gain_uv_per_lsb / wanted.gain_uv_per_lsb - 1)).toBeLessThan(1e-7);
        expect(Math.abs(lead.zero_lsb - wanted.zero_lsb)).toBeLessThan(0.01);
      });
      const beats = answer.value.notes.filter(({ text }) => text.length === 1);
      expect(beats.map(({ at_ms }) => Math.round((at_ms * given.hz) / 1000))).toEqual([
        ...(given.marks.beats?.samples ?? []),
      ]);
      expect(answer.value.notes.some(({ text }) => text === rhythmNames.af)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

/** A recording of one lead with a gap from one second to another, and the patient's events at these times. */
function withEvents(seconds: number, gap: readonly [number, number], eventsMs: readonly number[]): Made {
  const [from, until] = [gap[0] * 100, gap[1] * 100];
  const frames = Int16Array.from({ length: seconds * 100 }, (_none, i) =>
    i >= from && i < until ? NO_SIGNAL : 1 + (i % 90),
  );
  const events = eventsMs.map((at_ms) => ({ at_ms, text: 'Patient button' }));
  const marks = { beats: null, episodes: [], events, gaps: [[-1, from, until]] as const };
  const leads = [{ label: 'II', gain_uv_per_lsb: 5, zero_lsb: 0 }];
  return { hz: 100, samples: frames.length, frames, marks, leads, labels: ['II'], discontinuous: true };
}

test.each([
  ['during a gap that lasts until the end', 120, [30, 120], [40_000, 45_500, 50_000, 65_000, 70_000, 99_000]],
  ['in a gap within the recording', 120, [30, 110], [40_000, 45_500, 50_000, 65_000, 70_000, 99_000]],
  ['after the end', 20, [5, 8], [30_000, 40_000, 50_000, 60_000, 70_000, 80_000]],
  ['before the start', 20, [5, 8], [-90_000, -80_000, -70_000, -60_000, -50_000, -40_000]],
  ['on both sides of a single record', 1, [0, 0], [-9_000, -5_000, 100, 2_000, 3_000, 4_000, 5_000]],
] as const)('events %s are in the EDF+ at their times', (_when, seconds, gap, eventsMs) => {
  const given = withEvents(seconds, gap, eventsMs);
  const answer = readEdf(edfBytes(given, 7));
  if (!answer.ok) throw new Error(answer.code);
  const notes = answer.value.notes.filter(({ text }) => text === 'Patient button');
  expect(notes.map(({ at_ms }) => at_ms)).toEqual([...eventsMs]);
  const made = recordingToFrames(answer.value);
  if (!made.ok) throw new Error(made.code);
  expect([...made.value.frames]).toEqual([...given.frames]);
});

test('thousands of events outside of a recording make each record only a little longer', () => {
  const eventsMs = Array.from({ length: 20_000 }, (_none, i) => 4_000_000 + 1000 * i);
  const given = withEvents(3600, [0, 0], eventsMs);
  const plain = edfBytes(withEvents(3600, [0, 0], []), 100).length;
  const bytes = edfBytes(given, 100);
  expect(bytes.length - plain).toBeLessThan(2 * 20_000 * '+4000000.125\x14Patient button\x14\0'.length);
  const answer = readEdf(bytes);
  expect(answer.ok && answer.value.notes.length).toBe(20_000);
});

test('WFDB of any frames is read back as those frames, scale, start and marks', () => {
  fc.assert(
    fc.property(wishes, (wish) => {
      const { hz, samples, frames, marks, leads } = make(wish);
      const sums = new FrameSums(leads.length);
      sums.add(frames);
      const file = { record: 'HN1', start_ms: startMs, sampling_hz: hz, samples, leads, comments: ['x'] };
      const answer = readRecording(
        [
          { name: 'HN1.hea', bytes: encodeWfdbHeader(framesHeader(file, sums)) },
          { name: 'HN1.dat', bytes: new Uint8Array(frames.buffer) },
          { name: 'HN1.atr', bytes: encodeWfdbAnnotations(markAnnotations(marks, hz)) },
        ],
        none,
      );
      if (!answer.ok) {
        expect(answer.code).toBe('file/no-signal');
        return;
      }
      expect(answer.value).toMatchObject({ start_ms: startMs, sampling_hz: hz, samples });
      expect(Buffer.from(answer.value.frames.buffer).equals(Buffer.from(frames.buffer))).toBe(true);
      expect(answer.value.leads.map((lead) => Math.fround(lead.gain_uv_per_lsb))).toEqual(
        leads.map((lead) => lead.gain_uv_per_lsb),
      );
      const beats = answer.value.annotations?.filter(({ code }) => code < 14) ?? [];
      expect(beats.map(({ sample }) => sample)).toEqual([...(marks.beats?.samples ?? [])]);
      const rhythms = answer.value.annotations?.filter(({ code }) => code === 28) ?? [];
      expect(rhythms.map(({ aux }) => aux)).toEqual(['(AFIB', '(N']);
    }),
    { numRuns: 100 },
  );
});

test('tables have a row for each beat with its RR, and one for each episode', () => {
  const clock = { start_ms: startMs, sampling_hz: 250 };
  const beats = {
    samples: Uint32Array.of(25, 275),
    classes: Uint8Array.of(1, 3),
    confidence: Uint8Array.of(99, 40),
  };
  expect([...tableParts(beatHeads, beatRows(beats, clock))].join('')).toBe(
    'time,sample,class,rr_ms,confidence_percent\r\n' +
      '2026-11-05T17:00:03.225Z,25,N,,99\r\n2026-11-05T17:00:04.225Z,275,V,1000,40\r\n',
  );
  const af = { kind: 'af', start_sample: 0, end_sample: 500, beats: 3, bpm: null } as const;
  expect([...tableParts(episodeHeads, episodeRows([af], clock))].join('')).toContain(
    'af,Atrial fibrillation,2026-11-05T17:00:03.125Z,2026-11-05T17:00:05.125Z,0,500,2,3,\r\n',
  );
  expect([...tableParts(['a'], [['x,"y"'], ['z']])].join('')).toBe('a\r\n"x,""y"""\r\nz\r\n');
});

test('a patient in EDF has subfields without spaces, with X for another script and missing values', () => {
  const field = (name: string | null, birth_date: string | null = '1954-03-12') =>
    edfPatientField({ code: 'P 42', sex: 'F', birth_date, name });
  expect(field('Kim Min Ji')).toBe('P_42 F 12-MAR-1954 Kim_Min_Ji');
  expect(field('田中', null)).toBe('P_42 F X X');
  expect(field('x'.repeat(99)).length).toBe(80);
});

const episode = (kind: RhythmKey, start_sample: number, end_sample: number) => ({
  ...{ kind, start_sample, end_sample },
  ...{ beats: 3, bpm: null },
});

test('in WFDB a rhythm that contains another one is named again after it', () => {
  const changes = (...episodes: ReturnType<typeof episode>[]) =>
    [...markAnnotations({ beats: null, episodes, events: [], gaps: [] }, 250)].map(
      ({ sample, aux }) => `${String(sample)} ${aux}`,
    );
  expect(changes(episode('af', 0, 9000), episode('vt', 500, 700), episode('svt', 800, 900))).toEqual([
    ...['0 (AFIB', '500 (VT', '700 (AFIB', '800 (SVTA', '900 (AFIB', '9000 (N'],
  ]);
  expect(changes(episode('af', 100, 700), episode('vt', 500, 900), episode('svt', 900, 950))).toEqual([
    ...['0 (N', '100 (AFIB', '500 (VT', '900 (SVTA', '950 (N'],
  ]);
  expect(changes()).toEqual([]);
});

test('both kinds of second-degree block are written as WFDB’s own string, with their names as notes', () => {
  const episodes = [episode('wenckebach', 100, 300), episode('mobitz', 500, 700)];
  const written = [...markAnnotations({ beats: null, episodes, events: [], gaps: [] }, 250)];
  expect(written.map(({ sample, code, aux }) => `${String(sample)} ${String(code)} ${aux}`)).toEqual([
    ...['0 28 (N', '100 28 (BII', '100 22 AV block II, Wenckebach'],
    ...['300 28 (N', '500 28 (BII', '500 22 AV block II, Mobitz', '700 28 (N'],
  ]);
});
