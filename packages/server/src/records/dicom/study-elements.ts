/** Makes the elements that all DICOM objects of a case share: patient, study and equipment. */
import { offsetMinutes } from '@rhythmdesk/domain/kit/wall-clock';
import { dateAt, isStorable, oneLine, personName, timeAt } from '../../platform/dicom/dicom-text.ts';
import { uidOf } from '../../platform/dicom/dicom-uid.ts';
import { unicode, type DicomSet } from '../../platform/dicom/dicom-writer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { offsetText } from '../../platform/local-time.ts';

export type StudySource = {
  /** Makes the identifiers of two installations different. */
  readonly installation_id: string;
  readonly case_id: number;
  readonly hn_id: string;
  /** The number of the order, empty if the case came without one. */
  readonly order_number: string;
  readonly patient: {
    readonly patient_id: string | null;
    readonly last_name: string | null;
    readonly first_name: string | null;
    readonly birth_date: string | null;
    readonly gender: string | null;
  };
  /** The hospital's IANA zone, in which dates and times are written. */
  readonly time_zone: string;
  /** The beginning of the recording, or of the case if the recording's is not known. */
  readonly begun_at: Date;
  /** The center that made the report. */
  readonly institution: string;
};

const sexes: Readonly<Record<string, string>> = { male: 'M', female: 'F', other: 'O' };
const mostOfId = 64;
const mostOfNumber = 16;

/** An id that is too long for its element is left out, because a cut one would be another. */
const numberOf = (id: string): string => (isStorable(id, mostOfNumber) ? id : '');

function patientElements({ patient }: StudySource): DicomSet {
  const { patient_id, birth_date, gender } = patient;
  const id = (patient_id ?? '').trim();
  if (!isStorable(id, mostOfId)) throw new Refusal('report/patient-id-unfit');
  return [
    ['00100010', 'PN', personName(patient)],
    ['00100020', 'LO', id],
    ['00100030', 'DA', (birth_date ?? '').replaceAll('-', '')],
    ['00100040', 'CS', sexes[gender ?? ''] ?? ''],
  ];
}

/** Returns the minutes between UTC and the study's local time. One offset is valid for all times of an object. */
export const offsetOf = ({ time_zone, begun_at }: StudySource): number =>
  offsetMinutes(time_zone, begun_at.getTime());

export function studyElements(source: StudySource): DicomSet {
  const { installation_id, case_id, hn_id, order_number, begun_at, institution } = source;
  const offset = offsetOf(source);
  return [
    unicode,
    ['00080020', 'DA', dateAt(begun_at, offset)],
    ['00080030', 'TM', timeAt(begun_at, offset)],
    ['00080050', 'SH', numberOf(order_number)],
    ['00080070', 'LO', 'Rhythmdesk'],
    ['00080080', 'LO', oneLine(institution, mostOfId)],
    ['00080090', 'PN', ''],
    ['00080201', 'SH', offsetText(offset)],
    ['00081030', 'LO', 'Holter monitor study'],
    ['00081090', 'LO', 'Rhythmdesk'],
    ...patientElements(source),
    ['0020000d', 'UI', uidOf(installation_id, 'study', case_id)],
    ['00200010', 'SH', numberOf(hn_id)],
  ];
}
