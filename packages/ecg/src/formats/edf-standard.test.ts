/**
 * Judges the EDF+ export by a reader of its own, written from the texts of EDF (1992) and EDF+ (2003) alone. It shares
 * no code with the product.
 */
import { expect, test } from 'vitest';
import { edfFromFrames } from './edf-frames.ts';
import { markNotes, type RecordingMarks } from './marked-recording.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';

type Note = { readonly at: number; readonly lasts: number; readonly text: string };
type Read = {
  readonly kind: string;
  /** Seconds of each record from the start of the file. */
  readonly times: readonly number[];
  readonly record_s: number;
  /** Microvolts of each lead in each record. */
  readonly signals: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly notes: readonly Note[];
};

/** Reads an EDF+ file; throws where it breaks a rule of the standard. */
function readByStandard(bytes: Uint8Array): Read {
  const ascii = (from: number, length: number): string => {
    const field = bytes.subarray(from, from + length);
    if (field.some((byte) => byte < 32 || byte > 126))
      throw new Error(`byte ${String(from)} is not US-ASCII`);
    return String.fromCharCode(...field).trimEnd();
  };
  const number = (from: number, length: number): number => {
    const text = ascii(from, length);
    if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new Error(`“${text}” is no number`);
    return Number(text);
  };
  const kind = ascii(192, 44).slice(0, 5);
  const records = number(236, 8);
  const record_s = number(244, 8);
  const count = number(252, 4);
  if (ascii(0, 8) !== '0' || number(184, 8) !== 256 * (1 + count)) throw new Error('header');
  if (!/^\d\d\.\d\d\.\d\d$/.test(ascii(168, 8)) || !/^\d\d\.\d\d\.\d\d$/.test(ascii(176, 8)))
    throw new Error('date or time');
  let field = 256;
  const column = (width: number) => {
    const start = field;
    field += width * count;
    return (signal: number): [number, number] => [start + width * signal, width];
  };
  const [label, _transducer, unit, physicalMin, physicalMax, digitalMin, digitalMax, _filter, samples] = [
    16, 80, 8, 8, 8, 8, 8, 80, 8,
  ].map(column);
  const at = (of: ReturnType<typeof column> | undefined, signal: number): [number, number] =>
    of?.(signal) ?? [0, 0];
  const signals = Array.from({ length: count }, (_none, i) => {
    const [low, high] = [number(...at(digitalMin, i)), number(...at(digitalMax, i))];
    const [from, to] = [number(...at(physicalMin, i)), number(...at(physicalMax, i))];
    if (low >= high || from === to) throw new Error(`scale of signal ${String(i)}`);
    const toUv = ascii(...at(unit, i)) === 'mV' ? 1000 : 1;
    const valueOf = (step: number): number => toUv * (from + ((step - low) * (to - from)) / (high - low));
    return { name: ascii(...at(label, i)), samples: number(...at(samples, i)), valueOf };
  });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = new Map<string, number[][]>(signals.map(({ name }) => [name, []]));
  const [notes, times]: [Note[], number[]] = [[], []];
  let place = 256 * (1 + count);
  for (let record = 0; record < records; record++) {
    for (const { name, samples: length, valueOf } of signals) {
      if (name === 'EDF Annotations') {
        const lists = listsOf(bytes.subarray(place, place + 2 * length));
        times.push(lists[0]?.at ?? Number.NaN);
        notes.push(...lists.filter(({ text }) => text !== ''));
      } else
        read
          .get(name)
          ?.push(Array.from({ length }, (_none, i) => valueOf(view.getInt16(place + 2 * i, true))));
      place += 2 * length;
    }
  }
  if (place !== bytes.length) throw new Error('length of the file');
  read.delete('EDF Annotations');
  return { kind, times, record_s, signals: read, notes };
}

/** Reads the lists of annotations of one record; the first has the record's time and an empty text. */
function listsOf(bytes: Uint8Array): Note[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return text
    .replace(/\0+$/, '')
    .split('\0')
    .flatMap((list) => {
      const found = /^([+-]\d+(?:\.\d+)?)(?:\x15(\d+(?:\.\d+)?))?\x14((?:[^\x14]*\x14)+)$/.exec(list);
      if (found === null) throw new Error(`list “${list}”`);
      const [, onset, lasts = '0', texts = ''] = found;
      return texts
        .slice(0, -1)
        .split('\x14')
        .map((one) => ({ at: Number(onset), lasts: Number(lasts), text: one }));
    });
}

const hz = 250;
const seconds = 20;
const gain = 2.5;

/** Two leads of a ramp without a signal from 5.2 to 12.6 s; lead V1 has none from 15 to 15.5 s. */
function exported(withBeats: boolean) {
  const frames = Int16Array.from({ length: 2 * hz * seconds }, (_none, i) => (i % 800) - 400);
  frames.fill(NO_SIGNAL, 2 * 1300, 2 * 3150);
  for (let i = 3750; i < 3875; i++) frames[2 * i + 1] = NO_SIGNAL;
  const samples = Uint32Array.from({ length: seconds }, (_none, i) => i * hz + 100);
  const marks: RecordingMarks = {
    beats: withBeats
      ? { samples, classes: new Uint8Array(seconds).fill(1), confidence: new Uint8Array(seconds) }
      : null,
    episodes: [{ kind: 'af', start_sample: 250, end_sample: 1000, beats: 3, bpm: 90 }],
    events: [{ at_ms: 7000, text: 'Diary: 가슴이 두근거림' }],
    gaps: [
      [-1, 1300, 3150],
      [1, 3750, 3875],
    ],
  };
  const leads = ['II', 'V1'].map((label) => ({ label, gain_uv_per_lsb: gain, zero_lsb: 0 }));
  const file = edfFromFrames({
    start_ms: Date.UTC(2026, 9, 25, 1, 30),
    sampling_hz: hz,
    samples: hz * seconds,
    leads,
    marks: markNotes(marks, hz, ['II', 'V1']),
    gaps: marks.gaps,
    discontinuous: true,
    identity: { patient: { code: null, sex: null, birth_date: null, name: null }, code: 'HN1' },
  });
  return { frames, bytes: Buffer.concat([file.header, file.encode(frames)]) };
}

test('by the standard, the file is discontinuous, has every sample and no value for missing ones', () => {
  const { frames, bytes } = exported(false);
  const { kind, times, record_s, signals, notes } = readByStandard(bytes);
  expect([kind, record_s]).toEqual(['EDF+D', 1]);
  expect(times).toEqual([0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17, 18, 19]);
  for (const [lead, label] of ['II', 'V1'].entries())
    for (const [record, values] of (signals.get(label) ?? []).entries())
      for (const [i, value] of values.entries()) {
        const step = frames[2 * ((times[record] ?? 0) * hz + i) + lead] ?? 0;
        expect(value).toBeCloseTo(step === NO_SIGNAL ? 0 : step * gain, 3);
      }
  // A note of a time without a record is in another one.
  expect(notes.toSorted((a, b) => a.at - b.at)).toEqual([
    { at: 1, lasts: 3, text: 'Atrial fibrillation' },
    { at: 5.2, lasts: 7.4, text: 'No signal' },
    { at: 7, lasts: 0, text: 'Diary: 가슴이 두근거림' },
    { at: 15, lasts: 0.5, text: 'No signal V1' },
  ]);
});

test('by the standard, each beat is an annotation if they are exported', () => {
  const beats = readByStandard(exported(true).bytes).notes.filter(({ text }) => text === 'N');
  expect(beats.map(({ at }) => at)).toEqual(Array.from({ length: seconds }, (_none, i) => i + 0.4));
});
