/**
 * Damages files at random where a recorder or a copy damages them: the end is cut, bytes follow it, the header states
 * another length. Every whole record is read, no sample is invented, and the damage is named. `SALVAGE_FILES` sets the
 * number of files of each format.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerBytes } from './edf-header.ts';
import { encodeEdf } from './edf-writer.ts';
import { encodeIshne } from './ishne.ts';
import { readRecording, type SourceFile } from './read-recording.ts';
import type { RecordingLead } from './recording.ts';
import { encodeMfer } from './test-mfer.ts';
import { packWfdbSignals } from './wfdb-signal.ts';

const files = Number(process.env['SALVAGE_FILES'] ?? 60);
const none = () => null;
const startMs = Date.UTC(2026, 10, 5, 8);
const leads: readonly RecordingLead[] = ['II', 'V5'].map((label, at) => ({
  ...{ label, sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0 },
  samples: Int32Array.from({ length: 2500 }, (_none, i) => Math.round(700 * Math.sin(i / (9 + at))) + 1),
}));

interface Format {
  readonly whole: readonly SourceFile[];
  /** The file that is damaged, the bytes before its first record, and those of a record. */
  readonly damaged: string;
  readonly from: number;
  readonly record: number;
  /** Samples of a lead in a record. */
  readonly samples: number;
  /** Most bytes of a cut record in which no lead has a whole sample. */
  readonly rest: number;
  /** Most bytes behind the end that can only be garbage. */
  readonly garbage: number;
}

function edfFormat(kind: 'edf+' | 'bdf+'): Format {
  const name = kind === 'edf+' ? 'a.edf' : 'a.bdf';
  const bytes = encodeEdf(kind, startMs, leads, []);
  const from = headerBytes(3);
  const record = (bytes.length - from) / 10;
  return {
    whole: [{ name, bytes }],
    damaged: name,
    from,
    record,
    samples: 250,
    rest: record - 1,
    garbage: record - 1,
  };
}

const { bytes: signal } = packWfdbSignals(
  16,
  leads.map(({ samples }) => samples),
);
const header = new TextEncoder().encode(
  'r 2 250 2500\nr.dat 16 200/mV 16 0 0 0 0 II\nr.dat 16 200/mV 16 0 0 0 0 V5\n',
);
const mfer = encodeMfer(leads, 1, { little: true });
const formats: readonly (readonly [name: string, format: Format])[] = [
  ['EDF+', edfFormat('edf+')],
  ['BDF+', edfFormat('bdf+')],
  [
    'ISHNE',
    {
      whole: [{ name: 'a.ecg', bytes: encodeIshne(startMs, leads) }],
      ...{ damaged: 'a.ecg', from: 522, record: 4, samples: 1, rest: 3, garbage: 4 * 249 },
    },
  ],
  [
    'WFDB',
    {
      whole: [
        { name: 'r.hea', bytes: header },
        { name: 'r.dat', bytes: signal },
      ],
      ...{ damaged: 'r.dat', from: 0, record: 4, samples: 1, rest: 3, garbage: 4 * 249 },
    },
  ],
  [
    'MFER',
    {
      whole: [{ name: 'a.mwf', bytes: mfer }],
      ...{ damaged: 'a.mwf', from: mfer.length - 2 - 4 * 2500, record: 4, samples: 1, rest: 1, garbage: 900 },
    },
  ],
];

function read(source: readonly SourceFile[]) {
  const answer = readRecording(source, none);
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.detail)}`);
  return answer.value;
}

const withBytes = ({ whole, damaged }: Format, change: (bytes: Uint8Array) => Uint8Array): SourceFile[] =>
  whole.map(({ name, bytes }) => ({ name, bytes: name === damaged ? change(bytes) : bytes }));

test.each(formats)('%s: whole records are read, and nothing else', (_name, format) => {
  const expected = read(format.whole);
  const records = expected.samples / format.samples;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: records }),
      fc.nat(format.rest),
      fc.uint8Array({ maxLength: format.garbage }),
      (kept, rest, garbage) => {
        const isCut = kept < records;
        const end = format.from + kept * format.record + (isCut ? rest : 0);
        const found = read(
          withBytes(format, (bytes) =>
            isCut ? bytes.subarray(0, end) : Uint8Array.from([...bytes, ...garbage]),
          ),
        );
        // An ISHNE file that is cut there looks like one whose writer counts the samples of both leads.
        const isUnsure = format.damaged === 'a.ecg' && 2 * kept >= records && 2 * kept < records + 2 * 250;
        if (isUnsure) expect(found.flaws.map(({ code }) => code)).toContain('length-unsure');
        else expect(found.samples).toBe(kept * format.samples);
        expect(found.frames).toEqual(expected.frames.slice(0, found.frames.length));
        expect(found.start_ms).toBe(expected.start_ms);
        // WFDB's manual lets a signal file be longer than its record.
        const isSilent = !isCut && (garbage.length === 0 || format.damaged === 'r.dat');
        expect(found.flaws.length > 0).toBe(!isSilent);
      },
    ),
    { numRuns: files },
  );
});
