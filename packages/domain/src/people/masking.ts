/**
 * Decides which patient fields are hidden from whom. Names, birth date and phone are masked; the patient ID is not. A
 * masked name keeps its first character. A user who sees a field masked cannot search, sort, filter or export by it.
 * Technicians see cases of the pool (nobody assigned) masked. Source: decisions, section 2.
 *
 * Roles that always see patients masked transport recordings or bill for them and do not treat patients. They see no
 * clinical question, no figure of the recording and no reading. The hospital sees a reading once it is complete, not
 * while it is in progress or in correction.
 */
import type { CaseFacts } from '../case/facts.ts';
import { correctionStatus, finishedStatus } from '../case/status.ts';
import { readerOf } from '../report/versions.ts';
import { can, has } from './can.ts';
import type { Grant } from './permission-cells.ts';
import type { Actor } from './scope.ts';

export const maskedFields = [
  'patient_first_name',
  'patient_last_name',
  'birth_date',
  'phone_number',
] as const;

export const maskMark = '＊';

const combining = /^\p{M}$/u;

/**
 * Returns the first character, with its combining marks, and a fixed number of mask marks, so that the length reveals
 * nothing.
 */
export function maskName(name: string): string {
  const [first, ...rest] = name.trim();
  if (first === undefined) return '';
  const end = rest.findIndex((character) => !combining.test(character));
  const marks = end === -1 ? rest : rest.slice(0, end);
  return `${first}${marks.join('')}${maskMark.repeat(2)}`;
}

/** Returns whether the grant shows this case's patient masked. */
function masks(grant: Grant, facts: { readonly technician_id: number | null }): boolean {
  return has(grant, 'masked') || (has(grant, 'pool-masked') && facts.technician_id === null);
}

/** The fields of the recording and the reading that case lists show. */
const clinicalFields = ['severity', 'af_share', 've_count', 'pause_count', 'sparkline'] as const;

/** Returns whether the grant shows any content of the recording and of the clinical request. */
export function seesClinical(grant: Grant): boolean {
  return !has(grant, 'masked');
}

/** Returns whether the actor sees severity and the reading's comment of a case. */
export function seesReading(actor: Actor, facts: Pick<CaseFacts, 'status' | 'edit_saved'>): boolean {
  const grant = can(actor, 'case.read');
  if (grant === 'never' || !seesClinical(grant)) return false;
  if (readerOf(actor.group_type) === 'center') return true;
  return facts.status === finishedStatus || (facts.status === correctionStatus && !facts.edit_saved);
}

/**
 * Returns whether the caller may search, sort, filter or export by this field. `listHoldsPool`: the list may contain
 * cases of the pool.
 */
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

/** Returns the patient as this caller may see it in a case. */
export function patientFor<Patient extends PatientFields & { readonly technician_id: number | null }>(
  actor: Actor,
  patient: Patient,
): { readonly masked: boolean; readonly patient: Patient } {
  const grant = can(actor, 'case.read');
  const masked = grant === 'never' || masks(grant, patient);
  return { masked, patient: masked ? maskPatient(patient) : patient };
}
