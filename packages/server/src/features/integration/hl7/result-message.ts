/**
 * Writes the result of a case as ORU^R01: patient, order, the figures of the report, its conclusion, and the signed PDF.
 * The text names the PDF by its digest; the document itself is inserted when the message is sent.
 */
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import type { Result } from '@rhythmdesk/domain/results/result-table';
import { encodeText, namesOf } from '../../../platform/hl7/charsets.ts';
import {
  escapeText,
  timeStamp,
  writeHeader,
  writeSegment,
  type Value,
} from '../../../platform/hl7/hl7-message.ts';

/** LOINC: the study report of a Holter recording. */
const study = ['18754-2', 'Holter monitor study', 'LN'] as const;

export type ResultSource = {
  readonly control_id: string;
  readonly created_at: Date;
  readonly order_number: string;
  /** The ordered study, as the encoded value of OBR-4; empty if no message ordered the case. */
  readonly service: string;
  readonly hn_id: string;
  readonly hospital_name: string;
  /** The time zone of the hospital, in which all times are written. */
  readonly time_zone: string;
  readonly patient: {
    readonly patient_id: string | null;
    readonly last_name: string | null;
    readonly first_name: string | null;
    readonly birth_date: string | null;
    readonly gender: string | null;
  };
  readonly recording_start: Date | null;
  readonly recording_seconds: number | null;
  readonly released_at: Date;
  /** The name of the person who is responsible for the report; empty if unknown. */
  readonly interpreter: string;
  /** The name of the technician who read the recording; empty if unknown. */
  readonly technician: string;
  /** The rows of the table of results that the report has. */
  readonly results: readonly Result[];
  /** True if an earlier version of the report was already released. */
  readonly corrected: boolean;
  /** Results of earlier versions that this one no longer has. */
  readonly withdrawn: readonly Result[];
  readonly pdf_sha256: string;
};

const timeIn = ({ time_zone }: ResultSource, at: Date | null): string =>
  at === null ? '' : timeStamp(at, time_zone);

const genderCodes: Readonly<Record<string, string>> = { male: 'M', female: 'F', other: 'O' };

const charsetField = ({ charset }: Hl7Settings): string =>
  charset === 'ISO IR87' ? '~ISO IR87' : charset === 'ASCII' ? '' : charset;

/** MSH-15 and MSH-16. */
const wantedAnswers = {
  original: ['', ''],
  commit: ['AL', 'NE'],
  application: ['AL', 'AL'],
} as const satisfies Record<Hl7Settings['acknowledgement'], readonly [string, string]>;

function header(source: ResultSource, settings: Hl7Settings): string {
  const { our_application, our_facility, their_application, their_facility, processing, version } = settings;
  const wanted = wantedAnswers[settings.acknowledgement];
  return writeHeader([
    ...[our_application, our_facility, their_application, their_facility],
    ...[timeIn(source, source.created_at), '', ['ORU', 'R01', 'ORU_R01'], source.control_id],
    ...[processing, version, '', '', ...wanted, ''],
    ...[{ raw: charsetField(settings) }, '', settings.charset === 'ISO IR87' ? 'ISO 2022-1994' : ''],
  ]);
}

function patientSegment({ patient, hospital_name }: ResultSource): string {
  const { patient_id, last_name, first_name, birth_date, gender } = patient;
  return writeSegment('PID', [
    ...['1', ''],
    [patient_id ?? '', '', '', hospital_name, 'MR'],
    '',
    [last_name ?? '', first_name ?? '', '', '', '', '', 'L'],
    '',
    (birth_date ?? '').replaceAll('-', ''),
    genderCodes[gender ?? ''] ?? 'U',
  ]);
}

/** The order's own value is repeated as it is. */
const orderedStudy = (service: string): Value =>
  service === '' || service.startsWith('^') ? study : { raw: service };

/** A person by name alone: NDL.1 is a CNN, whose second part is the family name. */
const personOf = (name: string): Value => (name === '' ? '' : { raw: `&${escapeText(name)}` });

function orderSegments(source: ResultSource, settings: Hl7Settings): string[] {
  const { order_number, hn_id, recording_start, recording_seconds, released_at, corrected } = source;
  const filler = [hn_id, settings.our_application];
  const end =
    recording_start === null || recording_seconds === null
      ? ''
      : timeIn(source, new Date(recording_start.getTime() + recording_seconds * 1000));
  const request = [
    ...['1', order_number, filler, orderedStudy(source.service), '', ''],
    ...[timeIn(source, recording_start), end],
    ...Array.from({ length: 13 }, () => ''),
    ...[timeIn(source, released_at), '', 'EC', corrected ? 'C' : 'F'],
    ...['', '', '', '', '', ''],
    ...[personOf(source.interpreter), '', personOf(source.technician)],
  ];
  return [writeSegment('ORC', ['RE', order_number, filler]), writeSegment('OBR', request)];
}

/** Returns the mark that `encodeResult` replaces by the PDF document. */
const documentMark = (sha256: string): string => `^application^pdf^Base64^sha256:${sha256}`;
/**
 * Finds the mark in the segment of the document only. `^` cannot be in the text of a segment OBX, so no text can look
 * like it; what was ordered has it, as its sender chose.
 */
const markedDocument = /(?<=\rOBX\|\d+\|ED\|[^\r]*\^application\^pdf\^Base64\^)sha256:([0-9a-f]{64})/;

/** The published code with this product's or the partner's own one beside it; without a published one only that. */
function codeOf({ code, row }: Result, { codes, language }: Hl7Settings): string[] {
  const [name] = row.texts[language];
  const theirs = codes[code];
  const own = theirs === undefined ? [code, name, '99RHYTHMDESK'] : [theirs, name, 'L'];
  return row.loinc === undefined ? own : [row.loinc.code, row.loinc.display, 'LN', ...own];
}

type Observation = {
  readonly type: string;
  readonly code: readonly string[];
  readonly value: Value;
  readonly unit?: readonly string[];
  readonly status: string;
};

const observationOf = (
  { row, ...result }: Result,
  settings: Hl7Settings,
): Pick<Observation, 'type' | 'code' | 'unit'> => ({
  type: row.unit === null ? 'FT' : 'NM',
  code: codeOf({ row, ...result }, settings),
  unit: row.unit === null ? [] : [row.unit, row.unit, 'UCUM'],
});

/** A result that a correction no longer has is deleted: a system that keeps each result would go on showing it. */
function observationsOf(source: ResultSource, settings: Hl7Settings): Observation[] {
  const status = source.corrected ? 'C' : 'F';
  const pdf = { raw: `${escapeText(settings.our_application)}${documentMark(source.pdf_sha256)}` };
  return [
    ...source.results.map((one) => ({
      ...observationOf(one, settings),
      ...{ value: String(one.value), status },
    })),
    ...source.withdrawn.map((one) => ({ ...observationOf(one, settings), value: '', status: 'D' })),
    ...(settings.with_pdf ? [{ type: 'ED', code: study, value: pdf, status }] : []),
  ];
}

export function writeResult(source: ResultSource, settings: Hl7Settings): string {
  const observed = timeIn(source, source.recording_start);
  const observations = observationsOf(source, settings).map(
    ({ type, code, value, unit = [], status }, at) => {
      const ends = ['', '', '', '', status, '', '', observed];
      return writeSegment('OBX', [String(at + 1), type, code, '', value, unit, ...ends]);
    },
  );
  const segments = [header(source, settings), patientSegment(source), ...orderSegments(source, settings)];
  return `${[...segments, ...observations].join('\r')}\r`;
}

/** Encodes a stored text for the network with its document; names the characters that the set does not have. */
export async function encodeResult(
  text: string,
  charset: Hl7Settings['charset'],
  document: (sha256: string) => Promise<Buffer>,
): Promise<{ readonly bytes: Buffer } | { readonly missing: string }> {
  const parts: Buffer[] = [];
  const pieces = text.split(markedDocument);
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1) {
      const pdf = await document(piece);
      parts.push(Buffer.from(pdf.toString('base64'), 'latin1'));
      continue;
    }
    const encoded = encodeText(charset, piece);
    if ('missing' in encoded) return { missing: namesOf(encoded.missing) };
    parts.push(encoded.bytes);
  }
  return { bytes: Buffer.concat(parts) };
}
