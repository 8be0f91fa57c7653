/**
 * Reads the fields of a case from a ServiceRequest and its Patient, and names the element of the request that each field
 * comes from, so that an OperationOutcome can refer to it.
 */
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import {
  fhirPatientInput,
  type FhirPatientInput,
  type ServiceRequestInput,
} from '@rhythmdesk/contract/fhir-order';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { messageKeyOf, type RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { Refusal } from '../../platform/http/refusal.ts';
import { patientSystem, systems } from './systems.ts';

/** Where the order and its patient are in the request, as FHIRPath. */
export type Places = { readonly order: string; readonly patient: string };

/** The element of each field of a case. */
const elements: Readonly<Record<string, readonly [part: keyof Places, element: string]>> = {
  hn_id: ['order', 'identifier'],
  hospital_id: ['order', 'requester'],
  priority: ['order', 'priority'],
  comment: ['order', 'reasonCode'],
  patient_id: ['patient', 'identifier'],
  patient_last_name: ['patient', 'name'],
  patient_first_name: ['patient', 'name'],
  birth_date: ['patient', 'birthDate'],
  gender: ['patient', 'gender'],
  phone_number: ['patient', 'telecom'],
};

/** Returns a refusal that names an element of the request. */
export const refuseElement = (code: RefusalCode, element: string): Refusal =>
  new Refusal(code, { fields: { [element]: messageKeyOf(code) } });

/** Returns the refusal with the elements of the request in place of the fields of a case. */
export function atElements(refusal: Refusal, places: Places): Refusal {
  const { fields, ...detail } = refusal.detail;
  if (fields === undefined) return refusal;
  const named = Object.entries(fields).map(([field, message]): [string, string] => {
    const [part, element] = elements[field] ?? [];
    return [part === undefined || element === undefined ? field : `${places[part]}.${element}`, message];
  });
  return new Refusal(refusal.code, { ...detail, fields: Object.fromEntries(named) });
}

type HumanName = NonNullable<FhirPatientInput['name']>[number];

const isIdeographic = ({ extension = [] }: HumanName): boolean =>
  extension.some(({ valueCode }) => valueCode === 'IDE');

/** Returns the name to print: the official one, and of several scripts the ideographic one. */
function nameOf({ name = [] }: FhirPatientInput): Readonly<Record<string, string>> {
  const present = name.filter(({ use }) => use !== 'old');
  const official = present.filter(({ use }) => use === 'official');
  const among = official.length > 0 ? official : present;
  const chosen = among.find(isIdeographic) ?? among[0];
  if (chosen === undefined) return {};
  const { family, given = [], text } = chosen;
  if (family === undefined && given.length === 0)
    return text === undefined ? {} : { patient_last_name: text };
  return {
    ...(family !== undefined && { patient_last_name: family }),
    ...(given.length > 0 && { patient_first_name: given.join(' ') }),
  };
}

/** Returns the patient ID: the hospital’s own identifier, else the medical record number, else the first one. */
function patientIdOf({ identifier = [] }: FhirPatientInput, hospital_id: number): string | undefined {
  const own = identifier.find(({ system }) => system === patientSystem(hospital_id));
  const numbered = identifier.find(({ type }) => type?.coding?.some(({ code }) => code === 'MR'));
  return (own ?? numbered ?? identifier[0])?.value;
}

function patientFields(patient: FhirPatientInput, hospital_id: number) {
  const { gender, birthDate, telecom = [] } = patient;
  const patient_id = patientIdOf(patient, hospital_id);
  const phone = telecom.find(({ system }) => system === 'phone')?.value;
  return {
    ...nameOf(patient),
    ...(patient_id !== undefined && { patient_id }),
    ...(birthDate !== undefined && { birth_date: birthDate }),
    ...(gender !== undefined && gender !== 'unknown' && { gender }),
    ...(phone !== undefined && { phone_number: phone }),
  };
}

/** Returns why the study was ordered, in the words of the order. */
function questionOf({ reasonCode = [], note = [] }: ServiceRequestInput): string {
  const reasons = reasonCode.map(({ text, coding = [] }) => text ?? coding[0]?.display ?? coding[0]?.code);
  return [...reasons, ...note.map(({ text }) => text)].filter((each) => (each ?? '') !== '').join('\n');
}

/** Returns the HN ID that an order names; null if it names none. */
export function hnIdOf({ identifier = [] }: ServiceRequestInput): string | null {
  const value = identifier.find(({ system }) => system === systems.hn_id)?.value;
  if (value === undefined) return null;
  const hn_id = normaliseHnId(value);
  if (hn_id === null)
    throw new Refusal('case/hn-id-invalid', { fields: { hn_id: 'refusal.case.hn-id-invalid' } });
  return hn_id;
}

export type OrderIdentifier = { readonly system: string; readonly value: string };

/** Returns the identifiers that the sender gave to the order. */
export const identifiersOf = ({ identifier = [] }: ServiceRequestInput): OrderIdentifier[] =>
  identifier.flatMap(({ system = '', value = '' }) =>
    system === systems.hn_id || value === '' ? [] : [{ system, value }],
  );

/** Returns the Patient among the resources of the request, or a refusal that names what is wrong with it. */
export function readPatient(given: unknown, place: string): FhirPatientInput {
  const parsed = fhirPatientInput.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [place, ...(issue?.path.map(String) ?? []), ...keys].join('.');
  throw refuseElement(issue?.code === 'unrecognized_keys' ? 'input/field-unknown' : 'input/invalid', path);
}

/** Returns the fields of the case, checked as if a user had typed them. `patient` is null if it does not change. */
export function fieldsOf(
  order: ServiceRequestInput,
  patient: FhirPatientInput | null,
  { hospital_id, hn_id }: { readonly hospital_id: number; readonly hn_id: string },
) {
  const question = questionOf(order);
  const given = {
    ...(patient === null ? {} : patientFields(patient, hospital_id)),
    ...(order.priority !== undefined && { priority: order.priority === 'routine' ? 'normal' : 'urgent' }),
    ...(question !== '' && { comment: question }),
    hn_id,
  };
  const parsed = caseRoutes.createCase.input.safeParse(given);
  if (parsed.success) {
    const { hn_id: _hn_id, hospital_id: _hospital_id, ...fields } = parsed.data;
    return fields;
  }
  const fields = parsed.error.issues.map(({ path }): [string, string] => [
    String(path[0]),
    'refusal.input.invalid',
  ]);
  throw new Refusal('input/invalid', { fields: Object.fromEntries(fields) });
}
