/** Tests a recording in another format through both passes, with the check that every zip has to pass. */
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { encodeIshne } from '@rhythmdesk/ecg/formats/ishne';
import { pieceBytes } from '@rhythmdesk/ecg/formats/piecewise';
import type { RecordingLead } from '@rhythmdesk/ecg/formats/recording';
import { packWfdbSignals } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { parseEventsCsv } from '@rhythmdesk/ecg/formats/events-csv';
import { parseSummaryCsv } from '@rhythmdesk/ecg/formats/summary-csv';
import { expect, test } from 'vitest';
import { checkFile } from '../check/check-file.ts';
import { CheckRefusal } from '../check/check-result.ts';
import { listEntries, readRange } from '../check/zip-entries.ts';
import { makeZip } from './make-zip.ts';
import { sourcesOf, type Source } from './source.ts';
import { surveySource } from './survey-source.ts';

const clock = Date.UTC(2026, 2, 1, 8, 20, 5);
const order = { hn_id: 'HN26K05402', start_ms: clock - 9 * 3_600_000, start_from: 'file' } as const;
const samples = Int32Array.from({ length: 250 * 20 }, (_none, at) => Math.round(300 * Math.sin(at / 7)));
const lead = (label: string): RecordingLead => ({
  label,
  sampling_hz: 250,
  gain_uv_per_lsb: 5,
  zero_lsb: 0,
  samples,
});

const quiet = { onShare: () => undefined, signal: new AbortController().signal };

async function only(files: File[]): Promise<Source> {
  const sources = await sourcesOf(files);
  expect(sources).toHaveLength(1);
  const [source] = sources;
  if (source === undefined) throw new Error('no source');
  return source;
}

async function made(files: File[]) {
  const survey = await surveySource(await only(files), quiet);
  const zip = new File([await makeZip(survey, order, quiet)], 'made.zip');
  return { survey, zip, result: await checkFile(zip) };
}

async function entryBytes(zip: File, name: string): Promise<Uint8Array> {
  const entry = (await listEntries(zip)).find((each) => each.name === name);
  if (entry === undefined) throw new Error(`no ${name}`);
  return readRange(zip, entry, 0, entry.size_bytes);
}

test('an EDF+ becomes a zip that passes the check, with its facts, its diary and no counts', async () => {
  const notes = [
    { at_ms: 2_000, duration_ms: 0, text: 'Chest pain' },
    { at_ms: 3_000, duration_ms: 0, text: 'V' },
  ];
  const bytes = encodeEdf('edf+', clock, [lead('ECG II'), lead('Resp')], notes);
  const { survey, zip, result } = await made([new File([bytes], 'HN-26K05402.edf')]);
  expect(survey.shown).toMatchObject({
    title: 'EDF+',
    hn_id: 'HN26K05402',
    clock_ms: clock,
    clock_has_zone: false,
    left_out: [{ label: 'Resp', why: 'no-ecg' }],
    flaws: [],
    diary: 1,
    labels: true,
    notes_left_out: 0,
    coarser_uv: null,
  });
  expect(result.fault).toBeNull();
  expect(result.facts).toEqual({
    hn_id: order.hn_id,
    start_ms: order.start_ms,
    duration_ms: 20_000,
    sampling_hz: 250,
    leads: [{ label: 'II', signal_share: 1 }],
  });
  expect(result.coverage).toEqual(survey.shown.coverage);
  expect(result.preview?.samples.slice(0, 9)).toEqual(survey.shown.preview?.samples.slice(0, 9));
  expect(parseSummaryCsv(await entryBytes(zip, 'SummaryData.csv'))).toMatchObject({
    value: [{ hour_start_ms: order.start_ms, duration_s: 20, analysed_s: 0, beats: 0 }],
  });
  expect(parseEventsCsv(await entryBytes(zip, 'Events.csv'))).toMatchObject({
    value: [{ time_ms: order.start_ms + 2_000, kind: 'diary', note: 'Chest pain' }],
  });
  const report = new TextDecoder().decode(await entryBytes(zip, 'Report.pdf'));
  expect(report).toContain('Not taken over: Resp');
});

test('ISHNE and the files of a WFDB record become zips too', async () => {
  const ishne = encodeIshne(clock, [lead('X'), lead('Y')]);
  expect((await made([new File([ishne], 'a.ecg')])).result).toMatchObject({
    fault: null,
    facts: { leads: [{ label: 'X' }, { label: 'Y' }] },
  });
  const { bytes } = packWfdbSignals(212, [samples]);
  const header = `r 1 250 ${String(samples.length)}\nr.dat 212 200 12 0 0 0 0 II\n`;
  const wfdb = await made([new File([bytes], 'r.dat'), new File([header], 'r.hea')]);
  expect(wfdb.survey.shown).toMatchObject({ title: 'WFDB', clock_ms: null });
  expect(wfdb.result).toMatchObject({ fault: null, facts: { duration_ms: 20_000 } });
});

test.each([
  ['notes.txt', 'hello', 'source-unknown', 'notes.txt'],
  ['r.dat', 'hello', 'source-header-missing', 'r.dat'],
  ['r.mat', 'hello', 'source-header-missing', 'r.mat'],
  ['muse.xml', '<RestingECG/>', 'source-foreign', 'muse.xml'],
  ['ecg.pdf', '%PDF-1.4', 'source-picture', 'ecg.pdf'],
  ['ecg.csv', '1,2\n3,4\n5,6\n', 'source-table', 'ecg.csv'],
  ['r.hea', 'r 1 250 10\nr.dat 212 200\n', 'source-file-missing', 'r.dat'],
  ['cut.edf', `0${' '.repeat(300)}`, 'source-damaged', 'cut.edf'],
  ['none.edf', '', 'empty', 'none.edf'],
])('%s is refused with the reason', async (name, text, reason, entry) => {
  const source = await only([new File([text], name)]);
  const thrown: unknown = await surveySource(source, quiet).catch((fault: unknown) => fault);
  expect(thrown instanceof CheckRefusal && thrown.fault).toMatchObject({ reason, entry });
});

test('a cancelled conversion ends', async () => {
  const bytes = encodeEdf('edf+', clock, [lead('ECG')], []);
  const survey = await surveySource(await only([new File([bytes], 'a.edf')]), quiet);
  const stop = new AbortController();
  stop.abort();
  await expect(makeZip(survey, order, { ...quiet, signal: stop.signal })).rejects.toThrow();
});

test('the reading of a file that nobody wants any more ends', async () => {
  const bytes = encodeEdf('edf+', clock, [lead('ECG II')], []);
  const source = await only([new File([bytes], 'a.edf')]);
  const gone = { ...quiet, signal: AbortSignal.abort() };
  await expect(surveySource(source, gone)).rejects.toThrow(DOMException);
});

test('a file whose last pieces are all padding becomes a zip', async () => {
  const bytes = encodeIshne(clock, [{ ...lead('V5'), samples: samples.map((value) => value + 1000) }]);
  const padded = new Uint8Array(bytes.length + 3 * pieceBytes);
  padded.set(bytes);
  const { result } = await made([new File([padded], 'padded.ecg')]);
  expect(result).toMatchObject({ fault: null, facts: { duration_ms: 20_000 } });
});

test('a gap that is longer than what is in memory at once is missing signal', async () => {
  const bytes = encodeEdf('edf+', clock, [lead('ECG')], []);
  const hours = 3;
  // The time of the last record, which is 19 s in a file without a gap.
  const text = new TextDecoder('latin1').decode(bytes);
  const at = text.lastIndexOf('+19\u0014');
  bytes.set(new TextEncoder().encode(`+${String(hours * 3600 - 1)}\u0014\u0014`), at);
  bytes.set(new TextEncoder().encode('EDF+D'), 192);
  const { result, zip } = await made([new File([bytes], 'gap.edf')]);
  expect(result).toMatchObject({ fault: null, facts: { duration_ms: hours * 3_600_000 } });
  const trace = new DataView((await entryBytes(zip, 'TraceData.dat')).buffer, 128 + 32);
  const values = Array.from({ length: 20 }, (_none, second) => {
    const sample = second < 19 ? second * 250 : (hours * 3600 - 1) * 250;
    return trace.getInt16(2 * sample, true);
  });
  expect(values).toEqual(values.map((_value, second) => samples[second * 250]));
  expect(trace.getInt16(2 * 19 * 250, true)).toBe(-32_768);
  expect(trace.getInt16(2 * ((hours * 3600 - 1) * 250 - 1), true)).toBe(-32_768);
});
