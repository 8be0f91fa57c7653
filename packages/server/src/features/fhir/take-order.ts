/**
 * Creates, changes and cancels the case of a ServiceRequest by the rules of the API and of orders by HL7: a new order
 * creates a case that waits for its recording, or joins the case that has its HN ID; a changed order changes its patient;
 * a revoked one closes the case.
 *
 * Invariant: an identifier of an order is one case of its hospital, however often the order is sent.
 */
import type { FhirPatientInput, ServiceRequestInput } from '@rhythmdesk/contract/fhir-order';
import { optionalText } from '@rhythmdesk/contract/fields';
import type { Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findByHnId, lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { hospitalFor, proveDates } from '../../records/cases/new-case-checks.ts';
import { savedBy } from '../../records/cases/open-edit.ts';
import { differingFields, newHnId, saveOrder } from '../../records/cases/ordered-case.ts';
import { insertCase } from '../../records/cases/save-case.ts';
import type { ActOnCase } from './fhir-dependencies.ts';
import {
  atElements,
  fieldsOf,
  hnIdOf,
  identifiersOf,
  refuseElement,
  type OrderIdentifier,
  type Places,
} from './order-fields.ts';
import { caseOfIdentifier, keepIdentifiers, readIdentifiers } from './order-identifiers.ts';
import { systems } from './systems.ts';

export type OrderContext = {
  readonly caller: Caller;
  readonly request_id: string;
  readonly now: Date;
  readonly act: ActOnCase;
};

/** An order with its patient; `patient` is null if the order refers to the patient of its own case. */
export type PlacedOrder = {
  readonly order: ServiceRequestInput;
  readonly patient: FhirPatientInput | null;
  readonly places: Places;
};

/** The case of an order, and whether the order created it. */
type TakenOrder = { readonly case_id: number; readonly created: boolean };

/** Returns the hospital that an order names as a resource of this interface. */
function requestedHospital({ requester }: ServiceRequestInput): number | undefined {
  const id = /^Organization\/([1-9]\d{0,14})$/.exec(requester?.reference ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

const named = (identifiers: readonly OrderIdentifier[]): string =>
  identifiers.length === 0 ? 'order by FHIR' : `order ${identifiers.map(({ value }) => value).join(', ')}`;

/** Returns the case that one of the identifiers has; refuses identifiers of several cases. */
async function knownCase(
  tx: Tx,
  hospital_id: number,
  identifiers: readonly OrderIdentifier[],
  { order: place }: Places,
): Promise<number | null> {
  const found = new Set<number>();
  for (const identifier of identifiers) {
    const case_id = await caseOfIdentifier(tx, hospital_id, identifier);
    if (case_id !== null) found.add(case_id);
  }
  if (found.size > 1) throw refuseElement('order/identifier-taken', `${place}.identifier`);
  return [...found][0] ?? null;
}

/** Joins the case that has the HN ID, because its recording arrived before the order; fills only what is empty. */
async function join(
  tx: Tx,
  record: CaseRecord,
  { order, patient, places }: PlacedOrder,
  hospital_id: number,
  context: OrderContext,
): Promise<void> {
  const { case_id, hn_id } = record.row;
  const isOrdered = (await readIdentifiers(tx, case_id)).length > 0;
  if (record.row.hospital_id !== hospital_id || isOrdered)
    throw refuseElement('case/hn-id-taken', `${places.order}.identifier`);
  const fields = differingFields(record, fieldsOf(order, patient, { hospital_id, hn_id }), true);
  await saveOrder(tx, record, fields, named(identifiersOf(order)), context);
}

async function makeOrJoin(
  tx: Tx,
  placed: PlacedOrder,
  hospital: Awaited<ReturnType<typeof hospitalFor>>,
  context: OrderContext,
): Promise<TakenOrder> {
  const { order, patient } = placed;
  const { id: hospital_id } = hospital;
  const hn_id = hnIdOf(order) ?? newHnId();
  const fields = fieldsOf(order, patient, { hospital_id, hn_id });
  proveDates(fields, hospital, context.now);
  const found = await findByHnId(tx, hn_id, true);
  if (found !== null) {
    await join(tx, found, placed, hospital_id, context);
    return { case_id: found.row.case_id, created: false };
  }
  const saving = { description: named(identifiersOf(order)), ...savedBy(context) };
  const made = await insertCase(tx, { ...fields, hn_id, hospital_id }, saving);
  if (made === null) throw new Refusal('case/hn-id-taken', { fields: { hn_id: 'refusal.case.hn-id-taken' } });
  return { case_id: made.case_id, created: true };
}

async function take(tx: Tx, placed: PlacedOrder, context: OrderContext): Promise<TakenOrder> {
  const { order, places } = placed;
  if (order.status === 'revoked') throw refuseElement('order/status', `${places.order}.status`);
  const hospital = await hospitalFor(tx, context.caller, requestedHospital(order));
  const identifiers = identifiersOf(order);
  const case_id = await knownCase(tx, hospital.id, identifiers, places);
  if (case_id !== null) return { case_id, created: false };
  const taken = await makeOrJoin(tx, placed, hospital, context);
  const kept = { case_id: taken.case_id, hospital_id: hospital.id };
  await keepIdentifiers(tx, kept, identifiers, { now: context.now, place: places.order });
  return taken;
}

/** Runs work on an order; a refusal of it names the elements of the request. */
async function naming<Result>({ places }: PlacedOrder, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    throw fault instanceof Refusal ? atElements(fault, places) : fault;
  }
}

/** Creates the case of a new order, or returns the one that the order already has. */
export const takeNewOrder = (tx: Tx, placed: PlacedOrder, context: OrderContext): Promise<TakenOrder> =>
  naming(placed, () => take(tx, placed, context));

/** Returns the case of the order that `If-None-Exist` names in a hospital. */
export async function caseNamed(
  tx: Tx,
  { system, value }: OrderIdentifier,
  order: ServiceRequestInput,
  { caller }: OrderContext,
): Promise<number | null> {
  const { id: hospital_id } = await hospitalFor(tx, caller, requestedHospital(order));
  if (system !== systems.hn_id) return caseOfIdentifier(tx, hospital_id, { system, value });
  const found = await findByHnId(tx, value, false);
  return found?.row.hospital_id === hospital_id ? found.row.case_id : null;
}

/** The reason of a closing has this length on the page too. */
const closingWords = optionalText(2000);

/** Returns why an order is revoked, checked as if a user had typed it; empty without a note. */
function revokedBecause({ note = [] }: ServiceRequestInput, { order: place }: Places): string {
  const parsed = closingWords.safeParse(note.map(({ text }) => text).join('\n'));
  if (!parsed.success) throw refuseElement('input/invalid', `${place}.note`);
  return parsed.data;
}

async function close(tx: Tx, record: CaseRecord, { order, places }: PlacedOrder, context: OrderContext) {
  const { row, facts } = record;
  if (facts.closed) return;
  const identifiers = await readIdentifiers(tx, row.case_id);
  const words = revokedBecause(order, places);
  const comment = words === '' ? `${named(identifiers)}: revoked by ${context.caller.name}` : words;
  await context.act(tx, 'close', { case_id: row.case_id, version: facts.version, comment }, context);
}

/** Changes the case of an order, or closes it if the order is revoked. `version` is the one that `If-Match` names. */
export const changeOrder = (
  tx: Tx,
  placed: PlacedOrder,
  { case_id, version }: { readonly case_id: number; readonly version: number | null },
  context: OrderContext,
): Promise<void> =>
  naming(placed, async () => {
    const record = await lockCaseRecord(tx, case_id);
    if (record === null) throw new Refusal('object/not-found');
    if (version !== null && version !== record.facts.version) throw new Refusal('case/stale-version');
    const { order, patient } = placed;
    if (order.status === 'revoked') return close(tx, record, placed, context);
    if (record.facts.closed) throw new Refusal('case/closed');
    const { hospital_id, hn_id } = record.row;
    const change = differingFields(record, fieldsOf(order, patient, { hospital_id, hn_id }), false);
    const identifiers = await readIdentifiers(tx, case_id);
    return saveOrder(tx, record, change, named(identifiers), context);
  });
