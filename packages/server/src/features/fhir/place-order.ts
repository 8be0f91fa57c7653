/** Finds the patient of a ServiceRequest: contained in it, in the same transaction, or of a case that the sender sees. */
import type { FhirPatientInput, ServiceRequestInput } from '@rhythmdesk/contract/fhir-order';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { patientOf } from './case-resources.ts';
import { readPatient, refuseElement } from './order-fields.ts';
import type { PlacedOrder } from './take-order.ts';

/** A patient of the same transaction, with its place in it. */
export type EntryPatient = { readonly resource: unknown; readonly place: string };

export type PlaceContext = {
  readonly db: Db;
  readonly caller: Caller;
  readonly base: string;
  /** Where the order is in the request. */
  readonly place: string;
  /** The patients of the same transaction by `fullUrl`. */
  readonly entries?: ReadonlyMap<string, EntryPatient>;
  /** The case that the order changes. */
  readonly case_id?: number;
};

type Found = { readonly patient: FhirPatientInput | null; readonly place: string };

async function patientOfCase(
  case_id: number,
  { db, caller, place }: PlaceContext,
): Promise<FhirPatientInput> {
  const subject = `${place}.subject`;
  const record = await seenCase(db, caller, case_id, 'case.read').catch((fault: unknown) => {
    throw fault instanceof Refusal && fault.code === 'object/not-found'
      ? refuseElement('order/subject', subject)
      : fault;
  });
  if (patientFor(caller.actor, record.row).masked) throw refuseElement('order/subject', subject);
  return readPatient(JSON.parse(JSON.stringify(patientOf(record, caller.actor))), subject);
}

/** Returns the number of a case that a reference to a Patient of this interface names. */
function caseOf(reference: string, base: string): number | null {
  const relative = reference.startsWith(base) ? reference.slice(base.length) : reference;
  const id = /^Patient\/([1-9]\d{0,14})$/.exec(relative)?.[1];
  return id === undefined ? null : Number(id);
}

async function patientFound(
  { subject, contained = [] }: ServiceRequestInput,
  context: PlaceContext,
): Promise<Found> {
  const { place, base, entries } = context;
  const { reference, identifier, display } = subject;
  const own = `${place}.subject`;
  if (reference === undefined) {
    if (identifier?.value === undefined) throw refuseElement('order/subject', own);
    const name = display === undefined ? [] : [{ text: display }];
    return { patient: { resourceType: 'Patient', identifier: [identifier], name }, place: own };
  }
  const index = contained.findIndex(({ id }) => reference === `#${id}`);
  if (index >= 0) {
    const inOrder = `${place}.contained.${String(index)}`;
    return { patient: readPatient(contained[index], inOrder), place: inOrder };
  }
  const entry = entries?.get(reference);
  if (entry !== undefined) return { patient: readPatient(entry.resource, entry.place), place: entry.place };
  const case_id = caseOf(reference, base);
  if (case_id === null) throw refuseElement('order/subject', own);
  if (case_id === context.case_id) return { patient: null, place: own };
  return { patient: await patientOfCase(case_id, context), place: own };
}

export async function placeOrder(order: ServiceRequestInput, context: PlaceContext): Promise<PlacedOrder> {
  const { patient, place } = await patientFound(order, context);
  return { order, patient, places: { order: context.place, patient: place } };
}
