import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWfdbAnnotations } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { packWfdbSignals } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { wfdbMark } from '@rhythmdesk/ecg/labels/beat-labels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRecords } from './find-records.ts';
import { hnIdOfRecord, readRecord, rhythmEpisodes, UnreadableRecord } from './wfdb-record.ts';

let folder: string;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'import-')), 'lab');
  mkdirSync(folder);
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const startMs = Date.UTC(2026, 0, 2, 3, 0, 0);
const samples = 3600;
/** Within eight bits, so that format 80 holds it too. */
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

test.each([16, 80, 212])('format %i becomes the same frames, step by step', (format) => {
  const { recording, annotations } = readRecord(writeRecord(`f${String(format)}`, format, false), startMs);
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

test('without annotations nothing was analysed and nothing counted', () => {
  const { recording } = readRecord(writeRecord('plain', 16, false), startMs);
  expect(recording.hours).toEqual([
    expect.objectContaining({ duration_s: 10, analysed_s: 0, beats: 0, ve: 0, hr_mean: 0, af_s: 0 }),
  ]);
});

test('with annotations the count is theirs', () => {
  const { recording, annotations } = readRecord(writeRecord('beats', 212, true), startMs);
  expect(recording.hours).toEqual([
    expect.objectContaining({ analysed_s: 10, beats: 9, ve: 1, hr_mean: 60, longest_rr_ms: 1000, af_s: 5 }),
  ]);
  expect(annotations?.filename).toBe('beats.atr');
});

test('a rhythm holds until the next', () => {
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

test('a path leads to a header, a name or a folder, and else says so', () => {
  writeRecord('z1', 16, false);
  const header = join(folder, 'z1.hea');
  expect(findRecords(join(folder, 'z1'))).toEqual([header]);
  expect(findRecords(header)).toEqual([header]);
  expect(findRecords(folder)).toContain(header);
  expect(() => findRecords(join(folder, 'none'))).toThrow(/no WFDB record/);
  writeFileSync(join(folder, 'broken.hea'), 'no header');
  expect(() => readRecord(join(folder, 'broken.hea'), startMs)).toThrow(UnreadableRecord);
});

test('an HN ID follows from folder and record', () => {
  expect(hnIdOfRecord('/data/mitdb/100.hea')).toBe('HNMITDB100');
  expect(hnIdOfRecord('/a/b.hea')).toBe('HN0000AB');
});
