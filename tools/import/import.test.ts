import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWfdbAnnotations } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { packWfdbSignals } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { wfdbMark } from '@rhythmdesk/ecg/labels/beat-labels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { findRecordings } from './find-recordings.ts';
import {
  hnIdOfRecording,
  importedRecording,
  rhythmEpisodes,
  UnreadableRecording,
} from './imported-recording.ts';

let folder: string;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'import-')), 'lab');
  mkdirSync(folder);
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const startMs = Date.UTC(2026, 0, 2, 3, 0, 0);
const place = { time_zone: 'Asia/Seoul', now_ms: startMs };
const samples = 3600;

function read(path: string) {
  const [found] = findRecordings(path);
  if (found === undefined) throw new Error(`${path} is not found`);
  return importedRecording(found, place);
}
/** Values fit into eight bits, so that format 80 can store them too. */
const signal = Int32Array.from({ length: samples }, (_none, at) => (at % 200) - 100);

function writeRecord(name: string, format: number, annotated: boolean): string {
  const { bytes } = packWfdbSignals(format, [signal, signal.map((value) => -value)]);
  writeFileSync(join(folder, `${name}.dat`), bytes);
  const line = (lead: string): string => `${name}.dat ${String(format)} 200 12 0 0 0 0 ${lead}`;
  writeFileSync(
    join(folder, `${name}.hea`),
    `${name} 2 360 ${String(samples)}\n${line('MLII')}\n${line('V1')}\n`,
  );
  if (annotated) {
    const mark = (sample: number, code: number, aux = '') => ({
      sample,
      code,
      subtype: 0,
      channel: 0,
      number: 0,
      aux,
    });
    const beats = Array.from({ length: 9 }, (_none, at) => mark(100 + 360 * at, at === 4 ? 5 : 1));
    const notes = encodeWfdbAnnotations([
      mark(10, wfdbMark.rhythm, '(N'),
      ...beats.slice(0, 5),
      mark(1800, wfdbMark.rhythm, '(AFIB'),
      ...beats.slice(5),
    ]);
    writeFileSync(join(folder, `${name}.atr`), notes);
  }
  return join(folder, `${name}.hea`);
}

test.each([16, 80, 212])('format %i gives the same frames, step by step', (format) => {
  const { recording, annotations } = read(writeRecord(`f${String(format)}`, format, false));
  expect(recording.leads.map(({ label, gain_uv_per_lsb }) => [label, gain_uv_per_lsb])).toEqual([
    ['MLII', 5],
    ['V1', 5],
  ]);
  expect([recording.sampling_hz, recording.start_ms, recording.frames.length]).toEqual([
    360,
    startMs,
    2 * samples,
  ]);
  for (const at of [0, 1, 199, 1234, samples - 1]) {
    expect(recording.frames[2 * at]).toBe(signal[at]);
    expect(recording.frames[2 * at + 1]).toBe(-(signal[at] ?? 0));
  }
  expect(annotations).toBeNull();
});

test('without annotations nothing is analysed and nothing counted', () => {
  const { recording } = read(writeRecord('plain', 16, false));
  expect(recording.hours).toEqual([
    expect.objectContaining({ duration_s: 10, analysed_s: 0, beats: 0, ve: 0, hr_mean: 0, af_s: 0 }),
  ]);
});

test('with annotations the counts are theirs', () => {
  const { recording, annotations } = read(writeRecord('beats', 212, true));
  expect(recording.hours).toEqual([
    expect.objectContaining({ analysed_s: 10, beats: 9, ve: 1, hr_mean: 60, longest_rr_ms: 1000, af_s: 5 }),
  ]);
  expect(annotations?.filename).toBe('beats.atr');
});

test('the notes of a file become its diary; more than a person writes are left out, with a remark', () => {
  const lead = { label: 'II', sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0, samples: new Int32Array(9) };
  const write = (name: string, texts: readonly string[]): string => {
    const notes = texts.map((text) => ({ at_ms: 8, duration_ms: 0, text }));
    writeFileSync(join(folder, name), encodeEdf('edf+', Date.UTC(2026, 0, 2, 12), [lead], notes));
    return join(folder, name);
  };
  const { recording, remarks } = read(write('diary.edf', ['N', '息切れ']));
  expect(recording.events).toEqual([{ time_ms: startMs + 8, kind: 'diary', note: '息切れ' }]);
  expect(remarks).toEqual([]);
  const many = read(write('many.edf', Array<string>(501).fill('Marker seen')));
  expect(many.recording.events).toBeUndefined();
  expect(many.remarks).toEqual(['501 notes are left out: a diary can have at most 500']);
});

test('a file that does not fit into the memory is refused, and the import continues with the others', () => {
  const header = writeRecord('huge', 16, false);
  truncateSync(join(folder, 'huge.dat'), 2 ** 31);
  expect(() => read(header)).toThrow(UnreadableRecording);
  rmSync(join(folder, 'huge.dat'));
  rmSync(header);
});

test('a rhythm lasts until the next', () => {
  const at = (sample: number, aux: string) => ({
    sample,
    aux,
    code: wfdbMark.rhythm,
    subtype: 0,
    channel: 0,
    number: 0,
  });
  expect(rhythmEpisodes([at(0, '(AFIB'), at(50, '(nothing known'), at(70, '(AFIB')], 100)).toEqual([
    { key: 'af', start: 0, end: 50 },
    { key: 'af', start: 70, end: 100 },
  ]);
});

test('a path is a header, a name, any file or a folder that mixes them, otherwise it is an error', () => {
  writeRecord('z1', 16, true);
  const header = join(folder, 'z1.hea');
  const namesOf = (path: string) => findRecordings(path).map(({ name, files }) => [name, files.length]);
  expect(namesOf(join(folder, 'z1'))).toEqual([['z1', 3]]);
  expect(namesOf(header)).toEqual([['z1', 3]]);
  writeFileSync(join(folder, 'notes.txt'), 'hello');
  const lead = {
    label: 'II',
    sampling_hz: 250,
    gain_uv_per_lsb: 5,
    zero_lsb: 0,
    samples: Int32Array.of(1, 2),
  };
  writeFileSync(join(folder, 'z2.edf'), encodeEdf('edf+', Date.UTC(2026, 0, 2, 12), [lead], []));
  expect(namesOf(folder)).toEqual(
    expect.arrayContaining([
      ['z1', 3],
      ['z2', 1],
      ['notes', 1],
    ]),
  );
  expect(read(join(folder, 'z2.edf')).recording.start_ms).toBe(Date.UTC(2026, 0, 2, 3));
  expect(() => findRecordings(join(folder, 'none'))).toThrow(/there is no/);
  expect(() => read(join(folder, 'notes.txt'))).toThrow(/no recording format.*file\/unknown-format/);
  writeFileSync(join(folder, 'broken.hea'), 'no header');
  expect(() => read(join(folder, 'broken.hea'))).toThrow(UnreadableRecording);
});

test('an HN ID is made from folder and file', () => {
  expect(hnIdOfRecording('/data/mitdb/100.hea')).toBe('HNMITDB100');
  expect(hnIdOfRecording('/a/b.edf')).toBe('HN0000AB');
});
