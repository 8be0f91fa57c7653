/**
 * What of a patient is hidden from whom. Masked are names, birth date and phone; the patient ID stays. A masked
 * name keeps its first character. Who sees a field masked cannot search, sort, filter or export by it.
 * Technicians see the pool (nobody assigned) masked. Source: decisions, section 2.
 *
 * Who sees a patient masked for good carries or bills and does not treat: no question, no figure of the recording, no
 * reading. The hospital reads a reading once it is complete; one under work, also one being corrected, is not shown.
 */
import type { CaseFacts } from '../case/facts.ts';
import { correctionStatus, finishedStatus } from '../case/status.ts';
import { readerOf } from '../report/versions.ts';
import { can, has } from './can.ts';
import type { Grant } from './permissions.ts';
import type { Actor } from './scope.ts';

export const maskedFields = [
  'patient_first_name',
  'patient_last_name',
  'birth_date',
  'phone_number',
] as const;

export const maskMark = '＊';

const combining = /^\p{M}$/u;

/** The first character, with the marks that combine with it, and a fixed number of marks: length tells nothing. */
export function maskName(name: string): string {
  const [first, ...rest] = name.trim();
  if (first === undefined) return '';
  const end = rest.findIndex((character) => !combining.test(character));
  const marks = end === -1 ? rest : rest.slice(0, end);
  return `${first}${marks.join('')}${maskMark.repeat(2)}`;
}

/** Does the grant show this case's patient masked? */
function masks(grant: Grant, facts: { readonly technician_id: number | null }): boolean {
  return has(grant, 'masked') || (has(grant, 'pool-masked') && facts.technician_id === null);
}

/** What the case lists show of recording and reading. */
const clinicalFields = ['severity', 'af_share', 've_count', 'pause_count', 'sparkline'] as const;

/** Does the grant show anything of what the recording holds and was asked for? */
export function seesClinical(grant: Grant): boolean {
  return !has(grant, 'masked');
}

/** Severity and the reading's comment, for reading a case. */
export function seesReading(actor: Actor, facts: Pick<CaseFacts, 'status' | 'edit_saved'>): boolean {
  const grant = can(actor, 'case.read');
  if (grant === 'never' || !seesClinical(grant)) return false;
  if (readerOf(actor.group_type) === 'center') return true;
  return facts.status === finishedStatus || (facts.status === correctionStatus && !facts.edit_saved);
}

/** May the caller search, sort, filter or export by this field, where the list may hold the pool? */
export function mayAskBy(grant: Grant, field: string, listHoldsPool: boolean): boolean {
  if (clinicalFields.some((clinical) => clinical === field)) return seesClinical(grant);
  if (!maskedFields.some((masked) => masked === field)) return true;
  return !has(grant, 'masked') && !(has(grant, 'pool-masked') && listHoldsPool);
}

export interface PatientFields {
  readonly patient_first_name: string | null;
  readonly patient_last_name: string | null;
  readonly birth_date: string | null;
  readonly phone_number: string | null;
}

function maskPatient<Patient extends PatientFields>(patient: Patient): Patient {
  const name = (text: string | null): string | null => (text === null ? null : maskName(text));
  return {
    ...patient,
    patient_first_name: name(patient.patient_first_name),
    patient_last_name: name(patient.patient_last_name),
    birth_date: null,
    phone_number: null,
  };
}

/** The patient as this caller may see them, for reading a case. */
export function patientFor<Patient extends PatientFields & { readonly technician_id: number | null }>(
  actor: Actor,
  patient: Patient,
): { readonly masked: boolean; readonly patient: Patient } {
  const grant = can(actor, 'case.read');
  const masked = grant === 'never' || masks(grant, patient);
  return { masked, patient: masked ? maskPatient(patient) : patient };
}
