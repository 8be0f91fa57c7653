/** Tests which DICOM waveform a recording becomes, and what is refused. */
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import { readDicom } from '@rhythmdesk/ecg/formats/dicom-waveform';
import { NO_SAMPLE } from '@rhythmdesk/ecg/formats/recording';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { expect, test } from 'vitest';
import { writeDicom } from '../../platform/dicom/dicom-writer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { waveformObject, waveformUid, type WaveformSource } from './waveform-object.ts';

const twelve = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

const sourceOf = (labels: readonly string[], sampling_hz: number, samples: number): WaveformSource => ({
  ...{ installation_id: 'i', case_id: 1, hn_id: 'HN1', order_number: '', time_zone: 'Asia/Tokyo' },
  ...{ begun_at: new Date('2026-11-05T00:00:00Z'), institution: 'Center' },
  part: { of: 'recording', recording_id: 1 },
  patient: { patient_id: '7', last_name: '山田', first_name: '太郎', birth_date: null, gender: 'male' },
  start_ms: Date.parse('2026-11-05T00:00:00.123Z'),
  ...{ sampling_hz, samples },
  leads: labels.map((label) => ({ label, gain_uv_per_lsb: 4.8828125, zero_lsb: 10 })),
});

const classOf = (source: WaveformSource): string =>
  new TextDecoder()
    .decode(parseDicom(writeDicom(waveformObject(source)))?.set.bytes('00080016') ?? new Uint8Array())
    .replace(/\0+$/, '');

test.each([
  ['12-lead ECG', twelve, 500, 5_000, 1],
  ['General ECG of twelve leads', twelve, 500, 20_000, 2],
  ['General ECG', ['II'], 250, 75_000, 2],
  ['Ambulatory ECG', ['II'], 250, 75_001, 3],
  ['Ambulatory ECG of a low rate', ['II'], 100, 1_000, 3],
])('%s', (_name, labels, hz, samples, number) => {
  expect(classOf(sourceOf(labels, hz, samples))).toBe(`1.2.840.10008.5.1.4.1.1.9.1.${String(number)}`);
});

test('samples that follow are read as they are, and no signal as missing', () => {
  const source = sourceOf(['II', 'CM5'], 250, 3);
  const samples = Buffer.alloc(12);
  for (const [at, value] of [1, -2, NO_SIGNAL, 4, 5, 32_767].entries()) samples.writeInt16LE(value, 2 * at);
  const read = readDicom(Buffer.concat([writeDicom(waveformObject(source)), samples]));
  if (!read.ok) throw new Error(read.code);
  const { leads, flaws, start_ms, start_has_zone } = read.value;
  expect(flaws).toEqual([]);
  expect([start_ms, start_has_zone]).toEqual([source.start_ms, true]);
  expect(leads.map(({ label }) => label)).toEqual(['II', 'CM5']);
  expect(leads.map((lead) => [...lead.samples])).toEqual([
    [1, NO_SAMPLE, 5],
    [-2, 4, 32_767],
  ]);
  expect(leads[0]).toMatchObject({ gain_uv_per_lsb: 4.8828125, zero_lsb: 10, sampling_hz: 250 });
});

const strip = {
  of: 'strip',
  ...{ strip: 4, start_sample: 500, end_sample: 3_000, caption: '心房細動, 4.2 s' },
} as const;

test('a strip is an object of its own series, with its caption as a note to all leads', () => {
  const source = sourceOf(['II', 'CM5'], 250, 2_500);
  const { set } = parseDicom(writeDicom(waveformObject({ ...source, part: strip }))) ?? {};
  const text = (tag: string, of = set): string =>
    new TextDecoder().decode(of?.bytes(tag) ?? new Uint8Array()).replace(/[\0 ]+$/, '');
  const recording = parseDicom(writeDicom(waveformObject(source)))?.set;
  expect([text('0008103e'), text('00200011'), text('00200013')]).toEqual(['ECG strips', '3', '4']);
  expect(text('0020000d')).toBe(text('0020000d', recording));
  expect(text('0020000e')).not.toBe(text('0020000e', recording));
  const [note] = set?.items('0040b020') ?? [];
  expect(text('00700006', note)).toBe(strip.caption);
  expect([...(note?.bytes('0040a0b0') ?? [])]).toEqual([1, 0, 0, 0]);
  expect(recording?.items('0040b020') ?? []).toEqual([]);
});

test('the UID of a strip follows its place and its caption', () => {
  const source = sourceOf(['II'], 250, 2_500);
  const uids = [strip, { ...strip, caption: '' }, { ...strip, end_sample: 3_001 }].map((part) =>
    waveformUid(source, part),
  );
  expect(new Set([...uids, waveformUid(source, { ...strip })]).size).toBe(3);
});

test('what does not fit is refused', () => {
  const codeFor = (source: WaveformSource): string => {
    try {
      waveformObject(source);
    } catch (fault) {
      if (fault instanceof Refusal) return fault.code;
    }
    return '';
  };
  expect(codeFor(sourceOf(['II'], 2_000, 10))).toBe('export/dicom-unfit');
  expect(codeFor(sourceOf(['II'], 250, 2 ** 29 + 1))).toBe('export/dicom-unfit');
  expect(codeFor(sourceOf(['II'], 250, 2 ** 29))).toBe('');
});
