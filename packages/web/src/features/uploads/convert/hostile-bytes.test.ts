/** Tests the conversion of hostile bytes: valid files of every format, changed, cut and spliced, and plain noise. */
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { encodeIshne } from '@rhythmdesk/ecg/formats/ishne';
import { readRecording, type SourceFile } from '@rhythmdesk/ecg/formats/read-recording';
import { formatFaults } from '@rhythmdesk/ecg/formats/parsed';
import type { RecordingLead } from '@rhythmdesk/ecg/formats/recording';
import { encodeDicom } from '@rhythmdesk/ecg/formats/test-dicom-bytes';
import { encodeMfer } from '@rhythmdesk/ecg/formats/test-mfer';
import { scpFile, scpSections } from '@rhythmdesk/ecg/formats/test-scp';
import { encodeWfdbAnnotations } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { wfdbFormats } from '@rhythmdesk/ecg/formats/wfdb-sample-codes';
import { packWfdbSignals } from '@rhythmdesk/ecg/formats/wfdb-signal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const samples = Int32Array.from({ length: 500 }, (_none, i) => Math.round(60 * Math.sin(i / 9)));
const lead = (label: string): RecordingLead => ({
  label,
  sampling_hz: 250,
  gain_uv_per_lsb: 5,
  zero_lsb: 0,
  samples,
});
const startMs = Date.UTC(2026, 2, 1);

function wfdb(format: number): SourceFile[] {
  const mark = { subtype: 0, channel: 0, number: 0, aux: '(N' };
  const header = `r 2 250 500 08:20:05 01/03/2026\nr.dat ${format} 200 12 0 0 0 0 II\nr.dat ${format} 200 12 0 0 0 0 V1\n`;
  return [
    { name: 'r.hea', bytes: text(header) },
    { name: 'r.dat', bytes: packWfdbSignals(format, [samples, samples]).bytes },
    { name: 'r.atr', bytes: encodeWfdbAnnotations([{ ...mark, sample: 9, code: 28 }]) },
  ];
}

const dicom = (explicit: boolean): Uint8Array =>
  encodeDicom([{ offset_ms: 0, leads: [{ label: 'II', samples: samples.slice(0, 8) }] }], {
    explicit,
    lengths: explicit,
  });

const aecg = text(
  '<?xml version="1.0"?><AnnotatedECG xmlns="urn:hl7-org:v3"><component><series><component><sequenceSet>' +
    '<component><sequence><code code="TIME_ABSOLUTE"/><value><head value="20260301"/><increment value="0.004" unit="s"/></value></sequence></component>' +
    '<component><sequence><code code="MDC_ECG_LEAD_II"/><value><origin value="0" unit="uV"/><scale value="5" unit="uV"/><digits>1 2 3 4</digits></value></sequence></component>' +
    '</sequenceSet></component></series></component></AnnotatedECG>',
);

const pair = ['II', 'V1'].map((label) => ({ label, samples }));
const one = (name: string, bytes: Uint8Array): SourceFile[] => [{ name, bytes }];
const seeds: readonly (readonly [string, readonly SourceFile[]])[] = [
  ...wfdbFormats.map((format) => [`WFDB ${format}`, wfdb(format)] as const),
  [
    'EDF+',
    one('a', encodeEdf('edf+', startMs, [lead('II')], [{ at_ms: 5, duration_ms: 9, text: 'No signal' }])),
  ],
  ['BDF+', one('a', encodeEdf('bdf+', startMs, [lead('II')], []))],
  ['ISHNE', one('a', encodeIshne(startMs, [lead('II')]))],
  ['DICOM, explicit', one('a', dicom(true))],
  ['DICOM, implicit', one('a', dicom(false))],
  ['SCP-ECG', one('a', scpFile(scpSections([samples, samples])))],
  ['MFER, blocks', one('a', encodeMfer(pair, 250, { little: true }))],
  ['MFER, samples', one('a', encodeMfer(pair, 1, { little: false }))],
  ['aECG', one('a', aecg)],
];

type Change = readonly [which: number, at: number, byte: number];

function changed(files: readonly SourceFile[], changes: readonly Change[], cut: number): SourceFile[] {
  const copies = files.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }));
  for (const [which, at, byte] of changes) {
    const bytes = copies[which % copies.length]?.bytes;
    if (bytes !== undefined && bytes.length > 0) bytes[at % bytes.length] = byte;
  }
  const victim = copies[cut % copies.length];
  if (cut % 3 !== 0 || victim === undefined) return copies;
  const bytes = victim.bytes.subarray(0, cut % (victim.bytes.length + 1));
  return copies.map((file) => (file === victim ? { name: file.name, bytes } : file));
}

/** Expects a result of bounded size or a listed code; the test's timeout limits the time. */
function expectBoundedRead(files: readonly SourceFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const answer = readRecording(files, parseXml);
  if (answer.ok) expect(answer.value.frames.length).toBeLessThan(100 * bytes + 4_000_000);
  else expect(formatFaults).toContain(answer.code);
}

test.each(seeds)('%s is read unchanged', (_name, files) => {
  const answer = readRecording(files, parseXml);
  expect(answer.ok ? 'read' : answer).toBe('read');
});

test.each(seeds)('%s, changed and cut, gives a recording or a code', (_name, files) => {
  // Printable bytes and digits get further in the parsers than noise.
  const byte = fc.oneof(
    fc.nat(255),
    fc.integer({ min: 48, max: 57 }),
    fc.constantFrom(0, 255, 45, 32, 60, 62),
  );
  const change = fc.tuple(fc.nat(2), fc.nat(100_000), byte);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(100_000), (changes, cut) => {
      expectBoundedRead(changed(files, changes, cut));
    }),
    { numRuns: 250 },
  );
});

test('a format’s beginning before noise gives a code or a recording', () => {
  const heads = seeds.map(([, files]) => files[0]?.bytes ?? new Uint8Array());
  fc.assert(
    fc.property(
      fc.constantFrom(...heads),
      fc.nat(700),
      fc.uint8Array({ maxLength: 900 }),
      (head, keep, noise) => {
        expectBoundedRead(one('a.hea', Uint8Array.from([...head.subarray(0, keep), ...noise])));
      },
    ),
    { numRuns: 500 },
  );
});

test('malicious XML is refused: nesting, entities, attributes, comments without end', () => {
  const open = '<AnnotatedECG>';
  const laughs = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(999)}">]>${open}&b;</AnnotatedECG>`;
  const attributes = `<AnnotatedECG ${Array.from({ length: 20_000 }, (_none, i) => `a${i}="1"`).join(' ')}/>`;
  for (const bomb of [
    laughs,
    open + '<component>'.repeat(100_000),
    `${open}<!--${'-'.repeat(500_000)}`,
    `${open}<![CDATA[${']'.repeat(500_000)}`,
    attributes,
    `${open}${'<a '.repeat(100_000)}`,
    `${open}${'&'.repeat(500_000)}`,
    `${open}<__proto__><constructor/></__proto__></AnnotatedECG>`,
  ]) {
    expectBoundedRead(one('a.xml', text(bomb)));
  }
});
