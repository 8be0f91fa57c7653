// Writes the patient and recording fields of an EDF+ header: two fields of 80 columns with subfields separated by
// spaces. Source: EDF+ 2.1.3.3.
//
//   P-0042 F 12-MAR-1954 Kim_Minji      code, sex, birth date, name; X if unknown or not to be disclosed
//   Startdate 05-NOV-2026 HN100002 X Rhythmdesk
//
// Only printable ASCII is allowed: a name in another script becomes X, since the code identifies the patient.

export interface EdfPatient {
  readonly code: string | null;
  readonly sex: 'M' | 'F' | null;
  /** `YYYY-MM-DD`. */
  readonly birth_date: string | null;
  readonly name: string | null;
}

export interface EdfIdentity {
  readonly patient: EdfPatient;
  /** The investigation's own code. */
  readonly code: string | null;
}

export const anonymous: EdfIdentity = {
  patient: { code: null, sex: null, birth_date: null, name: null },
  code: null,
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const width = 80;

function subfield(text: string | null): string {
  const plain = (text ?? '').trim().replace(/\s+/g, '_');
  return /^[\x21-\x7e]+$/.test(plain) ? plain : 'X';
}

function longDate(isoDate: string | null): string {
  const [year, month, day] = (isoDate ?? '').split('-');
  const name = months[Number(month) - 1];
  return name === undefined || year === undefined || day === undefined ? 'X' : `${day}-${name}-${year}`;
}

export function edfPatientField({ code, sex, birth_date: birthDate, name }: EdfPatient): string {
  return [subfield(code), sex ?? 'X', longDate(birthDate), subfield(name)].join(' ').slice(0, width);
}

export function edfRecordingField(startMs: number | null, code: string | null): string {
  const day = startMs === null ? null : new Date(startMs).toISOString().slice(0, 10);
  return `Startdate ${longDate(day)} ${subfield(code)} X Rhythmdesk`.slice(0, width);
}
