/**
 * Damages the files of hospital ECGs at random: cut, followed by other bytes, with changed bits, without parts. Every
 * whole lead is read, no sample is invented, and the damage is named. `SALVAGE_FILES` sets the number of files of each
 * format and damage, and writes how they were read.
 */
import { formatFaults, type Parsed } from '@rhythmdesk/ecg/formats/parsed';
import { readWholeFile } from '@rhythmdesk/ecg/formats/read-recording';
import { NO_SAMPLE, type Recording } from '@rhythmdesk/ecg/formats/recording';
import { encodeDicom, type DicomForm } from '@rhythmdesk/ecg/formats/test-dicom-bytes';
import { scpFile, scpSections } from '@rhythmdesk/ecg/formats/test-scp';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';

const files = Number(process.env['SALVAGE_FILES'] ?? 60);
const labels = ['I', 'II', 'V1', 'V2', 'V3', 'V4'];
const count = 400;
const leads = labels.map((label, at) => ({
  label,
  samples: Int32Array.from({ length: count }, (_none, i) => Math.round(300 * Math.sin(i / (7 + at))) + at),
}));

interface Format {
  readonly name: string;
  readonly kind: 'scp' | 'dicom' | 'aecg';
  readonly bytes: Uint8Array;
  /** Samples of each lead that a file of so many bytes has. */
  readonly whole: (bytes: number) => number[];
  /** Whether every change of a bit is found by a checksum. */
  readonly isSummed: boolean;
}

function scp(): Format {
  const sections = scpSections(leads.map(({ samples }) => samples));
  const bytes = scpFile(sections);
  const rhythm = sections.find(([id]) => id === 6)?.[1] ?? [];
  const behind = (sections.find(([id]) => id === 7)?.[1].length ?? 0) + 16;
  const first = bytes.length - behind - rhythm.length;
  let end = first + 6 + 2 * leads.length;
  const ends = leads.map((_lead, i) => {
    end += (rhythm[6 + 2 * i] ?? 0) + 256 * (rhythm[7 + 2 * i] ?? 0);
    return end;
  });
  const whole = (length: number) => ends.map((each) => (length >= each ? count : 0));
  return { name: 'SCP-ECG', kind: 'scp', bytes, whole, isSummed: true };
}

/** Two groups of three leads, the second after the first. */
function dicom(form: DicomForm): Format {
  const groups = [leads.slice(0, 3), leads.slice(3)];
  const bytes = encodeDicom(
    groups.map((own, i) => ({ offset_ms: 800 * i, leads: own })),
    form,
  );
  const starts = groups.map(([first, ...more]) => {
    const frame = [first, ...more].flatMap((lead) => {
      const value = lead?.samples[0] ?? 0;
      return [value & 255, (value >> 8) & 255];
    });
    const second = [first, ...more].map((lead) => lead?.samples[1] ?? 0);
    return bytes.findIndex(
      (_byte, at) =>
        frame.every((each, i) => bytes[at + i] === each) && bytes[at + 6] === ((second[0] ?? 0) & 255),
    );
  });
  const whole = (length: number) =>
    starts.flatMap((start) => {
      const frames = Math.max(0, Math.min(count, Math.floor((length - start) / 6)));
      return [frames, frames, frames];
    });
  const name = `DICOM, ${form.explicit ? 'explicit' : 'implicit'}, ${form.lengths ? 'lengths' : 'delimiters'}`;
  return { name, kind: 'dicom', bytes, whole, isSummed: false };
}

function aecg(): Format {
  const sequence = (code: string, value: string) =>
    `<component><sequence><code code="${code}"/><value>${value}</value></sequence></component>\n`;
  const time = sequence('TIME_ABSOLUTE', '<head value="20261105080000"/><increment value="0.002" unit="s"/>');
  const voltages = leads.map(({ label, samples }) =>
    sequence(
      `MDC_ECG_LEAD_${label}`,
      `<origin value="0" unit="uV"/><scale value="2.5" unit="uV"/><digits>${samples.join(' ')}</digits>`,
    ),
  );
  const text =
    `<?xml version="1.0" encoding="UTF-8"?>\n<AnnotatedECG xmlns="urn:hl7-org:v3"><component><series>` +
    `<component><sequenceSet>${time}${voltages.join('')}</sequenceSet></component></series></component></AnnotatedECG>\n`;
  const ends = leads.map((_lead, i) => text.split('</digits>', i + 1).join('</digits>').length + '</'.length);
  const whole = (length: number) => ends.map((each) => (length >= each ? count : 0));
  return { name: 'aECG', kind: 'aecg', bytes: new TextEncoder().encode(text), whole, isSummed: false };
}

const formats: readonly Format[] = [
  scp(),
  ...[true, false].flatMap((explicit) => [true, false].map((lengths) => dicom({ explicit, lengths }))),
  aecg(),
];
const named = formats.map((format) => [format.name, format] as const);

const tally = new Map<string, { whole: number; part: number; refused: number }>();
afterAll(() => {
  if (process.env['SALVAGE_FILES'] !== undefined)
    process.stdout.write(`${JSON.stringify([...tally], null, 1)}\n`);
});

function read({ name, kind }: Format, damage: string, bytes: Uint8Array): Recording | null {
  const answer: Parsed<Recording> = readWholeFile(kind, bytes, parseXml);
  const key = `${name}: ${damage}`;
  const sums = tally.get(key) ?? { whole: 0, part: 0, refused: 0 };
  tally.set(key, sums);
  if (!answer.ok) {
    expect(formatFaults).toContain(answer.code);
    sums.refused++;
    return null;
  }
  const isWhole =
    answer.value.leads.length === leads.length &&
    answer.value.leads.every((lead) => ownSamples(lead.samples).length >= count);
  if (isWhole) sums.whole++;
  else sums.part++;
  return answer.value;
}

/** The samples without the missing ones before and after them. */
function ownSamples(samples: Int32Array): Int32Array {
  const from = samples.findIndex((value) => value !== NO_SAMPLE);
  const to = samples.findLastIndex((value) => value !== NO_SAMPLE);
  return from < 0 ? new Int32Array() : samples.subarray(from, to + 1);
}

/** Number of samples that differ from a lead's beginning. */
const differing = (found: Int32Array, original: Int32Array): number =>
  found.reduce((sum, value, i) => sum + (value === original[i] ? 0 : 1), 0);

/** Expects that all leads are those of the file, up to a number of samples. */
function expectNothingInvented(recording: Recording | null, most: number): void {
  for (const { label, samples } of recording?.leads ?? []) {
    const own = ownSamples(samples);
    const least = Math.min(...leads.map((lead) => differing(own, lead.samples)));
    expect([label, least <= most || own.length === 0]).toEqual([label, true]);
  }
}

test.each(named)('%s is read unchanged', (_name, format) => {
  const recording = read(format, 'unchanged', format.bytes);
  expect(recording?.flaws).toEqual([]);
  expect(recording?.left_out).toEqual([]);
  expect(recording?.leads.map(({ label, samples }) => [label, ...ownSamples(samples)])).toEqual(
    leads.map(({ label, samples }) => [label, ...samples]),
  );
  expect(recording?.start_ms).toBe(Date.UTC(2026, 10, 5, 8));
});

test.each(named)('%s, cut, gives every lead before the end', (_name, format) => {
  fc.assert(
    fc.property(fc.nat(format.bytes.length - 1), (length) => {
      const expected = format.whole(length);
      const recording = read(format, 'cut', format.bytes.subarray(0, length));
      expectNothingInvented(recording, 0);
      if (recording === null) {
        expect(Math.max(...expected)).toBe(0);
        return;
      }
      const found = labels.map(
        (label) =>
          ownSamples(recording.leads.find((lead) => lead.label === label)?.samples ?? new Int32Array())
            .length,
      );
      expect(found.map((own, i) => own >= (expected[i] ?? 0))).toEqual(labels.map(() => true));
      if (expected.some((each) => each < count)) expect(recording.flaws.length).toBeGreaterThan(0);
    }),
    { numRuns: files },
  );
});

test.each(named)('%s, followed by other bytes, is read whole', (_name, format) => {
  const tail = fc.oneof(
    fc.integer({ min: 8, max: 3000 }).map((length) => new Uint8Array(length)),
    fc.uint8Array({ minLength: 8, maxLength: 400 }),
  );
  fc.assert(
    fc.property(tail, (after) => {
      const recording = read(format, 'followed', Uint8Array.from([...format.bytes, ...after]));
      expectNothingInvented(recording, 0);
      expect(recording?.leads.map(({ samples }) => ownSamples(samples).length)).toEqual(
        labels.map(() => count),
      );
      expect(recording?.flaws.length).toBeGreaterThan(0);
    }),
    { numRuns: files },
  );
});

test.each(named)('%s with a changed bit invents nothing', (_name, format) => {
  fc.assert(
    fc.property(fc.nat(format.bytes.length - 1), fc.nat(7), (at, bit) => {
      const bytes = format.bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
      const recording = read(format, 'changed bit', bytes);
      // Without a checksum a changed sample cannot be told from another one.
      expectNothingInvented(recording, format.isSummed ? 0 : 1);
      if (format.isSummed && recording !== null) {
        expect(recording.leads.length).toBe(leads.length);
        expect(recording.flaws.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: files },
  );
});
