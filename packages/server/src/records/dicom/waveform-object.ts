/**
 * Makes stored samples a DICOM waveform: a 12-lead ECG if they are the standard twelve leads of seconds, a General ECG if
 * they are minutes, otherwise an Ambulatory ECG. Source: PS3.3 A.34.3 to A.34.5, C.10.9 and PS3.16 CID 3001.
 *
 * Invariant: the samples are those of the recording, so nothing is rounded. They follow the object, one frame of all leads
 * after the other, and are not in it.
 */
import type { TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { dateAt, dateTimeAt, oneLine, timeAt } from '../../platform/dicom/dicom-text.ts';
import { uidOf } from '../../platform/dicom/dicom-uid.ts';
import type { DicomSet } from '../../platform/dicom/dicom-writer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { offsetOf, studyElements, type StudySource } from './study-elements.ts';

/** A whole recording, or a strip of a report; a strip is named by the edit that added it. */
export type WaveformPart =
  | { readonly of: 'recording'; readonly recording_id: number }
  | {
      readonly of: 'strip';
      readonly strip: number;
      readonly start_sample: number;
      readonly end_sample: number;
      readonly caption: string;
    };

export type WaveformSource = StudySource & {
  readonly part: WaveformPart;
  readonly start_ms: number;
  readonly sampling_hz: number;
  /** Of each lead. */
  readonly samples: number;
  readonly leads: readonly TraceLead[];
};

const classes = {
  twelve: '1.2.840.10008.5.1.4.1.1.9.1.1',
  general: '1.2.840.10008.5.1.4.1.1.9.1.2',
  ambulatory: '1.2.840.10008.5.1.4.1.1.9.1.3',
} as const;
const restingHz = { least: 200, most: 1000 };
const ambulatoryHz = { least: 50, most: 1000 };
const mostOfTwelve = 16_384;
const mostGeneralSeconds = 300;
/** Archives and viewers read an object as a whole. */
const mostBytes = 2 ** 30;
const mostOfNote = 1024;

/** The codes of ISO/IEEE 11073-10101 (MDC) in CID 3001, by the name of a lead in capitals. */
const leadCodes: Readonly<Record<string, number>> = {
  ...{ I: 1, II: 2, III: 61, AVR: 62, AVL: 63, AVF: 64 },
  ...{ V1: 3, V2: 4, V3: 5, V4: 6, V5: 7, V6: 8, V7: 9, V8: 66, V9: 67 },
  ...{ V2R: 10, V3R: 11, V4R: 12, V5R: 13, V6R: 14, V7R: 15, X: 16, Y: 17, Z: 18 },
};
const standardTwelve = ['I', 'II', 'III', 'AVR', 'AVL', 'AVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];

const codeItem = (value: string, scheme: string, meaning: string): DicomSet => [
  ['00080100', 'SH', value],
  ['00080102', 'SH', scheme],
  ['00080104', 'LO', meaning],
];

/** A lead without a code of CID 3001, which may be extended, has one of this product. */
function sourceItem(label: string, number: number): DicomSet {
  const code = leadCodes[label.toUpperCase()];
  const meaning = oneLine(label, 58) || String(number);
  return code === undefined
    ? codeItem(`LEAD-${String(number)}`, '99RHYTHMDESK', `Lead ${meaning}`)
    : codeItem(`2:${String(code)}`, 'MDC', `Lead ${meaning}`);
}

/** A decimal string has at most 16 characters. */
function decimal(value: number): string {
  const plain = String(value);
  return plain.length <= 16 ? plain : value.toPrecision(9).replace(/(\.\d*?)0+(?=e|$)/, '$1');
}

const microvolt = codeItem('uV', 'UCUM', 'microvolt');

const channelItem = ({ label, gain_uv_per_lsb, zero_lsb }: TraceLead, at: number): DicomSet => [
  ['003a0203', 'SH', oneLine(label, 16)],
  ['003a0208', 'SQ', [sourceItem(label, at + 1)]],
  ['003a0210', 'DS', decimal(gain_uv_per_lsb)],
  ['003a0211', 'SQ', [microvolt]],
  ['003a0212', 'DS', '1'],
  ['003a0213', 'DS', decimal(-zero_lsb * gain_uv_per_lsb)],
  ['003a0215', 'DS', '0'],
  ['003a021a', 'US', 16],
];

const within = (hz: number, { least, most }: typeof restingHz): boolean => hz >= least && hz <= most;

type Shape = Pick<WaveformSource, 'sampling_hz' | 'samples'> & {
  readonly leads: readonly Pick<TraceLead, 'label'>[];
};

export function classOf({ sampling_hz, samples, leads }: Shape): string {
  const labels = new Set(leads.map(({ label }) => label.toUpperCase()));
  const isTwelve = labels.size === 12 && standardTwelve.every((label) => labels.has(label));
  if (!within(sampling_hz, restingHz) || samples > mostGeneralSeconds * sampling_hz)
    return classes.ambulatory;
  return isTwelve && samples <= mostOfTwelve ? classes.twelve : classes.general;
}

/** Returns the number of bytes that have to follow the object. */
export const waveformBytes = ({ samples, leads }: Pick<Shape, 'samples' | 'leads'>): number =>
  2 * samples * leads.length;

/** Returns whether DICOM has a waveform for this rate and length. */
export const fitsWaveform = (shape: Shape): boolean =>
  shape.samples > 0 && within(shape.sampling_hz, ambulatoryHz) && waveformBytes(shape) <= mostBytes;

/** Returns the UID of the instance. A strip that a correction of the report keeps has the same one. */
export function waveformUid(
  { installation_id, case_id }: Pick<StudySource, 'installation_id' | 'case_id'>,
  part: WaveformPart,
): string {
  if (part.of === 'recording') return uidOf(installation_id, 'waveform', case_id, part.recording_id);
  const { strip, start_sample, end_sample, caption } = part;
  return uidOf(installation_id, 'strip', case_id, strip, start_sample, end_sample, caption);
}

function seriesElements({ installation_id, case_id, part }: WaveformSource): DicomSet {
  const isStrip = part.of === 'strip';
  return [
    ['0008103e', 'LO', isStrip ? 'ECG strips' : 'ECG recording'],
    ['0020000e', 'UI', uidOf(installation_id, isStrip ? 'strips' : 'waveforms', case_id)],
    ['00200011', 'IS', isStrip ? '3' : '2'],
    ['00200013', 'IS', String(isStrip ? part.strip : 1)],
  ];
}

/** The caption of a strip, as a note to all of its leads. */
function noteElements({ part }: WaveformSource): DicomSet {
  const text = part.of === 'strip' ? oneLine(part.caption, mostOfNote) : '';
  if (text === '') return [];
  const note: DicomSet = [
    ['00700006', 'ST', text],
    ['0040a0b0', 'US', [1, 0]],
  ];
  return [['0040b020', 'SQ', [note]]];
}

function groupItem(source: WaveformSource): DicomSet {
  const padding = Buffer.alloc(2);
  padding.writeInt16LE(NO_SIGNAL);
  return [
    ['003a0004', 'CS', 'ORIGINAL'],
    ['003a0005', 'US', source.leads.length],
    ['003a0010', 'UL', source.samples],
    ['003a001a', 'DS', decimal(source.sampling_hz)],
    ['003a0200', 'SQ', source.leads.map(channelItem)],
    ['54001004', 'US', 16],
    ['54001006', 'CS', 'SS'],
    ['5400100a', 'OW', padding],
    ['54001010', 'OW', { following: waveformBytes(source) }],
  ];
}

export function waveformObject(source: WaveformSource): DicomSet {
  if (!fitsWaveform(source)) throw new Refusal('export/dicom-unfit');
  const start = new Date(source.start_ms);
  const offset = offsetOf(source);
  return [
    ...studyElements(source),
    ['00080016', 'UI', classOf(source)],
    ['00080018', 'UI', waveformUid(source, source.part)],
    ['00080023', 'DA', dateAt(start, offset)],
    ['0008002a', 'DT', dateTimeAt(start, offset)],
    ['00080033', 'TM', timeAt(start, offset)],
    ['00080060', 'CS', 'ECG'],
    ...seriesElements(source),
    ...noteElements(source),
    ['00400555', 'SQ', []],
    ['54000100', 'SQ', [groupItem(source)]],
  ];
}
