/**
 * Parses one patient's row copied from a hospital's list: the contents of its cells identify them, in any order. Pure.
 * Null if a cell is ambiguous; then nothing is filled in.
 */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { emptyPatient, type Patient } from './patient.ts';
import { namePartsOf, readBirthDate, readGender } from './patient-values.ts';

type Sorted = { birth: string[]; gender: string[]; ids: string[]; names: string[] };

function sortCells(cells: readonly string[], today: string): Sorted | null {
  const sorted: Sorted = { birth: [], gender: [], ids: [], names: [] };
  for (const cell of cells) {
    const birth = readBirthDate(cell, today, null);
    const gender = readGender(cell);
    if ('value' in birth && /\D/.test(cell)) sorted.birth.push(birth.value);
    else if ('fault' in birth && birth.fault !== 'date-unknown' && birth.fault !== 'date-short-year')
      return null;
    else if ('value' in gender) sorted.gender.push(gender.value);
    else if (/\d/.test(cell)) sorted.ids.push(cell);
    else sorted.names.push(cell);
  }
  return sorted;
}

const mostOne = (list: readonly string[]): boolean => list.length <= 1;

export function readPatientLine(line: string, today: string): Partial<Patient> | null {
  const cells = line
    .trim()
    .split('\t')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '' && normaliseHnId(cell) === null);
  const sorted = cells.length < 2 || line.trim().includes('\n') ? null : sortCells(cells, today);
  if (sorted === null) return null;
  const { birth, gender, ids, names } = sorted;
  if (![birth, gender, ids].every(mostOne) || names.length > 2) return null;
  const [first = '', second] = names;
  const name =
    second === undefined ? namePartsOf(first) : { patient_last_name: first, patient_first_name: second };
  const filled = { ...name, patient_id: ids[0], birth_date: birth[0], gender: gender[0] };
  return Object.fromEntries(
    Object.entries(filled).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Returns the fields of a form after a copied row is filled in; null if the text is not such a row. */
export function withLine(patient: Patient, line: string, today: string): Patient | null {
  const read = readPatientLine(line, today);
  return read && { ...emptyPatient, ...patient, ...read };
}
