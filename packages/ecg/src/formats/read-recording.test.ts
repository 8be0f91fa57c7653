import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wfdbMark } from '../labels/beat-labels.ts';
import { encodeEdf } from './edf-writer.ts';
import { groupFiles } from './group-files.ts';
import { encodeIshne } from './ishne.ts';
import { readRecording, type SourceFile } from './read-recording.ts';
import { NO_SAMPLE, type RecordingLead } from './recording.ts';
import { encodeDicom } from './test-dicom-bytes.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { encodeWfdbAnnotations } from './wfdb-annotation.ts';
import { packWfdbSignals } from './wfdb-signal.ts';

const none = () => null;
const startMs = Date.UTC(2026, 2, 1, 8, 20, 5);
const text = (value: string) => new TextEncoder().encode(value);

function lead(label: string, values: readonly number[], hz = 250): RecordingLead {
  return { label, sampling_hz: hz, gain_uv_per_lsb: 5, zero_lsb: 0, samples: Int32Array.from(values) };
}

function record(name: string, header: string, ticks: string): SourceFile[] {
  const mark = { subtype: 0, channel: 0, number: 0, aux: '' };
  const notes = [
    { ...mark, sample: 0, code: wfdbMark.note, aux: `## time resolution: ${ticks}` },
    { ...mark, sample: 2, code: 1 },
  ];
  return [
    { name: `${name}.dat`, bytes: packWfdbSignals(16, [Int32Array.of(1, 2, NO_SAMPLE, 4)]).bytes },
    { name: `${name}.hea`, bytes: text(header) },
    { name: `${name}.atr`, bytes: encodeWfdbAnnotations(notes) },
  ];
}

test('a WFDB record gives frames, start, and annotations in frames', () => {
  const answer = readRecording(
    record('r', 'r 1 250 4 08:20:05 01/03/2026\nr.dat 16 200 16 0 0 0 0 II\n', '500'),
    none,
  );
  if (!answer.ok) throw new Error(answer.code);
  const { frames, annotations, ...facts } = answer.value;
  expect([...frames]).toEqual([1, 2, NO_SIGNAL, 4]);
  expect(annotations).toMatchObject([{ sample: 1, code: 1 }]);
  expect(facts).toMatchObject({
    format: 'wfdb',
    name: 'r',
    start_ms: startMs,
    start_has_zone: false,
    sampling_hz: 250,
    samples: 4,
    leads: [{ label: 'II', gain_uv_per_lsb: 5, zero_lsb: 0 }],
    left_out: [],
  });
});

test('other formats are detected by content, with notes kept and leads of a lower rate named', () => {
  const edf = encodeEdf(
    'edf+',
    startMs,
    [lead('II', Array<number>(250).fill(3))],
    [{ at_ms: 500, duration_ms: 0, text: 'button' }],
  );
  expect(readRecording([{ name: 'x.bin', bytes: edf }], none)).toMatchObject({
    value: {
      format: 'edf',
      name: 'x',
      samples: 250,
      annotations: null,
      notes: [{ at_ms: 500, text: 'button' }],
    },
  });
  const leads = [{ label: 'II', samples: Int32Array.from({ length: 250 }, () => 3) }];
  const bytes = encodeDicom([{ offset_ms: 0, leads }], { explicit: true, lengths: true });
  expect(readRecording([{ name: 'a.dcm', bytes }], none)).toMatchObject({
    value: { format: 'dicom', sampling_hz: 500, samples: 250 },
  });
});

test('two records with weeks between them are refused before the weeks are allocated', () => {
  const bytes = encodeEdf('edf+', startMs, [lead('II', Array<number>(4000).fill(3), 2000)], []);
  const at = new TextDecoder('latin1').decode(bytes).indexOf('+1\u0014\u0014');
  bytes.set(text('+2505600\u0014\u0014\0'), at);
  bytes.set(text('EDF+D'), 192);
  expect(readRecording([{ name: 'a.edf', bytes }], none)).toMatchObject({ code: 'trace/too-long' });
});

test('invalid files are refused', () => {
  const code = (...files: readonly SourceFile[]) => {
    const answer = readRecording(files, none);
    return answer.ok ? 'ok' : answer.code;
  };
  const ishne = { name: 'a.ecg', bytes: encodeIshne(startMs, [lead('II', [NO_SAMPLE, NO_SAMPLE])]) };
  expect(code()).toBe('file/unknown-format');
  expect(code({ name: 'a.dat', bytes: new Uint8Array(9) })).toBe('file/unknown-format');
  expect(code(ishne, ishne)).toBe('file/several-recordings');
  expect(code(ishne)).toBe('file/no-signal');
  expect(code({ name: 'a.hea', bytes: text('a 1 250 4\na.dat 16\n') })).toBe('wfdb/file-missing');
  expect(code({ name: 'a.dcm', bytes: text(`${'\0'.repeat(128)}DICM`) })).toBe('dicom/unreadable');
  expect(code({ name: 'a.xml', bytes: text('<AnnotatedECG ') })).toBe('aecg/unreadable');
});

const folder = new URL('../../../../../shared/data/', import.meta.url);
const folders = ['mitdb', 'nstdb', 'ludb', 'misc/ptb', 'misc/cinc2015', 'formats/edf', 'formats/ishne'];

/** Half of the many short recordings of a folder. */
const halves = [/[0-4]\.\w+$/, /[5-9]\.\w+$/].map((half) => ({ path: 'cinc2017', half }));
const wholes = [...folders, 'formats/scp'].map((path) => ({ path, half: /./ }));

test.skipIf(!existsSync(folder)).each([...wholes, ...halves])(
  'every recording of $path is read, annotations alone are not: names with $half (needs ../shared/data)',
  ({ path, half }) => {
    const here = new URL(`${path}/`, folder);
    const load = (name: string) => new Uint8Array(readFileSync(new URL(name, here)));
    const known = readdirSync(here).filter((name) => !name.endsWith('.csv') && half.test(name));
    const groups = groupFiles(known.map((name) => ({ name, head: load(name) })));
    for (const { name, files } of groups) {
      const answer = readRecording(
        files.map((file) => ({ name: file.name, bytes: file.head })),
        none,
      );
      const expected = name === 'wfdbpy_test_edfann' ? 'file/no-signal' : 'read';
      expect([name, answer.ok ? 'read' : answer.code]).toEqual([name, expected]);
    }
    expect(groups.length).toBeGreaterThan(0);
  },
);
