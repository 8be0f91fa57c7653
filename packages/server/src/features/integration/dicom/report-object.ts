/**
 * Makes the pages of a report an Encapsulated PDF. The same version of a report has the same UID, however often it is
 * made. Source: PS3.3 A.45.1.
 */
import { dateAt, dateTimeAt, oneLine, timeAt } from '../../../platform/dicom/dicom-text.ts';
import { uidOf } from '../../../platform/dicom/dicom-uid.ts';
import type { DicomElement, DicomSet } from '../../../platform/dicom/dicom-writer.ts';
import type { NamedObject } from '../../../records/dicom/report-strips.ts';
import { offsetOf, studyElements, type StudySource } from '../../../records/dicom/study-elements.ts';

export type ReportObjectSource = StudySource & {
  readonly report_version: number;
  readonly released_at: Date;
  /** The title of the pages, in their language. */
  readonly title: string;
  /** Empty if the report was uploaded as a file. */
  readonly conclusion: string;
  readonly signed: boolean;
  /** The waveforms that the pages show. */
  readonly strips: readonly NamedObject[];
  readonly pdf: Uint8Array;
};

export const encapsulatedPdf = '1.2.840.10008.5.1.4.1.1.104.1';
const mostOfTitle = 1024;

/** Returns the title with the first line of the conclusion, by which a list of documents is read. */
function documentTitle({ title, hn_id, conclusion }: ReportObjectSource): string {
  const [line = ''] = conclusion.trim().split('\n');
  return oneLine(line === '' ? `${title} ${hn_id}` : `${title} ${hn_id}: ${line}`, mostOfTitle);
}

/** LOINC: the study report of a Holter recording. */
const concept: DicomSet = [
  ['00080100', 'SH', '18754-2'],
  ['00080102', 'SH', 'LN'],
  ['00080104', 'LO', 'Holter monitor study'],
];

/** The pages are made from them (PS3.3 C.24.2). */
const sourceInstances = (strips: readonly NamedObject[]): DicomElement => [
  '00420013',
  'SQ',
  strips.map(referenceItem),
];

type Named = Pick<ReportObjectSource, 'installation_id' | 'case_id' | 'report_version'>;

export const reportUid = ({ installation_id, case_id, report_version }: Named): string =>
  uidOf(installation_id, 'report', case_id, report_version);

const referenceItem = ({ sop_class, sop_instance }: NamedObject): DicomSet => [
  ['00081150', 'UI', sop_class],
  ['00081155', 'UI', sop_instance],
];

export function reportObject(source: ReportObjectSource): DicomSet {
  const { installation_id, case_id, report_version, released_at, begun_at, pdf, strips } = source;
  const offset = offsetOf(source);
  return [
    ...studyElements(source),
    ['00080016', 'UI', encapsulatedPdf],
    ['00080018', 'UI', reportUid(source)],
    ['00080023', 'DA', dateAt(released_at, offset)],
    ['0008002a', 'DT', dateTimeAt(begun_at, offset)],
    ['00080033', 'TM', timeAt(released_at, offset)],
    ['00080060', 'CS', 'DOC'],
    ['00080064', 'CS', 'WSD'],
    ['0008103e', 'LO', 'ECG reports'],
    ['0020000e', 'UI', uidOf(installation_id, 'reports', case_id)],
    ['00200011', 'IS', '1'],
    ['00200013', 'IS', String(report_version)],
    ['00280301', 'CS', 'YES'],
    ['0040a043', 'SQ', [concept]],
    ['0040a493', 'CS', source.signed ? 'VERIFIED' : 'UNVERIFIED'],
    ['00420010', 'ST', documentTitle(source)],
    ['00420011', 'OB', pdf],
    ['00420012', 'LO', 'application/pdf'],
    ['00420015', 'UL', pdf.length],
    ...(strips.length === 0 ? [] : [sourceInstances(strips)]),
  ];
}
