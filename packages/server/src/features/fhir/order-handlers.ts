/** Handles the routes by which other systems create, change and revoke orders. */
import type { Bundle, Resource } from '@medplum/fhirtypes';
import type { FhirRoutes } from '@rhythmdesk/contract/fhir';
import { serviceRequestInput, type TransactionInput } from '@rhythmdesk/contract/fhir-order';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Headed, type Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import type { FhirDependencies } from './fhir-dependencies.ts';
import { fhirKinds } from './fhir-kinds.ts';
import { readPatient, refuseElement, type OrderIdentifier } from './order-fields.ts';
import { placeOrder, type EntryPatient } from './place-order.ts';
import { caseNamed, changeOrder, takeNewOrder, type OrderContext, type PlacedOrder } from './take-order.ts';

type OrderRoute = 'fhirCreateServiceRequest' | 'fhirUpdateServiceRequest' | 'fhirTransaction';
type OrderCall = { readonly caller: Caller; readonly request_id: string };

/** A new order with the identifier that `If-None-Exist` names. */
type NewOrder = { readonly placed: PlacedOrder; readonly unless: OrderIdentifier | null };
type Taken = { readonly case_id: number; readonly created: boolean };

/** Reads `If-None-Exist`: one identifier. */
function unlessOf(search: string | undefined, element: string): OrderIdentifier | null {
  if (search === undefined) return null;
  const query = new URLSearchParams(search.slice(search.indexOf('?') + 1));
  const given = query.get('identifier') ?? '';
  const bar = given.indexOf('|');
  const value = given.slice(bar + 1);
  if ([...query].length !== 1 || bar < 0 || value === '') throw refuseElement('input/invalid', element);
  return { system: given.slice(0, bar), value };
}

/** Returns a new order with the identifier under which it was looked for, so that a repeated request finds it. */
function withIdentifier(placed: PlacedOrder, unless: OrderIdentifier | null): PlacedOrder {
  const given = (placed.order.identifier ?? []).filter(({ value = '' }) => value !== '');
  const isNamed = given.some(({ system = '', value }) => system === unless?.system && value === unless.value);
  if (unless === null || isNamed) return placed;
  return { ...placed, order: { ...placed.order, identifier: [...given, unless] } };
}

/** The order, or its case, may have been created at the same time. A second attempt finds it. */
const takenCodes: ReadonlySet<RefusalCode> = new Set(['order/identifier-taken', 'case/hn-id-taken']);

/** Creates the cases of new orders in one transaction, or finds those that they already have. */
async function takeAll(
  { db, clock, act }: FhirDependencies,
  orders: readonly NewOrder[],
  { caller, request_id }: OrderCall,
): Promise<Taken[]> {
  const take = () =>
    transact(db, async (tx) => {
      const context: OrderContext = { caller, request_id, act, now: clock.now() };
      const taken: Taken[] = [];
      for (const { placed, unless } of orders) {
        const known = unless === null ? null : await caseNamed(tx, unless, placed.order, context);
        if (known === null) taken.push(await takeNewOrder(tx, withIdentifier(placed, unless), context));
        else taken.push({ case_id: known, created: false });
      }
      return taken;
    });
  try {
    return await take();
  } catch (fault) {
    if (fault instanceof Refusal && takenCodes.has(fault.code)) return take();
    throw fault;
  }
}

async function requestOf(
  { db, base }: FhirDependencies,
  caller: Caller,
  case_id: number,
): Promise<Resource & { readonly id: string }> {
  const record = await seenCase(db, caller, case_id, 'case.read');
  const [resource] = await fhirKinds.ServiceRequest.make({ db, caller, base }, record);
  if (resource === undefined) throw new Error('a case without a ServiceRequest');
  return { ...resource, id: String(case_id) };
}

/** Returns the resource with its address and version. */
function answer({ base }: FhirDependencies, resource: Resource & { readonly id: string }, status: number) {
  const version = resource.meta?.versionId ?? '';
  const location = `${base}ServiceRequest/${resource.id}/_history/${version}`;
  return new Headed(resource, {
    status,
    headers: {
      etag: `W/"${version}"`,
      'last-modified': new Date(resource.meta?.lastUpdated ?? 0).toUTCString(),
      ...(status === 201 && { location }),
    },
  });
}

const versionIn = (ifMatch: string | undefined): number | null =>
  ifMatch === undefined ? null : Number(/\d+/.exec(ifMatch)?.[0]);

async function update(
  dependencies: FhirDependencies,
  { caller, request_id }: OrderCall,
  { id, ServiceRequest: order, if_match }: ParsedOf<FhirRoutes['fhirUpdateServiceRequest']>,
) {
  const { db, base, clock, act } = dependencies;
  if (order.id !== id) throw refuseElement('input/invalid', 'ServiceRequest.id');
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal('object/not-found');
  const case_id = Number(id);
  await seenCase(db, caller, case_id, 'case.read');
  const placed = await placeOrder(order, { db, caller, base, place: 'ServiceRequest', case_id });
  await transact(db, (tx) =>
    changeOrder(
      tx,
      placed,
      { case_id, version: versionIn(if_match) },
      { caller, request_id, act, now: clock.now() },
    ),
  );
  return answer(dependencies, await requestOf(dependencies, caller, case_id), 200);
}

type Entry = TransactionInput['entry'][number];

/** Returns the order of an entry, with the elements of the Bundle in its refusals. */
function orderIn({ resource }: Entry, place: string) {
  const parsed = serviceRequestInput.safeParse(resource);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw refuseElement('input/invalid', [place, ...(issue?.path.map(String) ?? []), ...keys].join('.'));
}

const placeOf = (index: number): string => `Bundle.entry.${String(index)}.resource`;

async function transaction(
  dependencies: FhirDependencies,
  call: OrderCall,
  { entry }: TransactionInput,
): Promise<Bundle> {
  const { db, base } = dependencies;
  const { caller } = call;
  const entries = new Map<string, EntryPatient>();
  for (const [index, { fullUrl, resource, request }] of entry.entries()) {
    if (resource.resourceType !== request.url)
      throw refuseElement('input/invalid', `Bundle.entry.${String(index)}.request.url`);
    if (resource.resourceType !== 'Patient') continue;
    readPatient(resource, placeOf(index));
    entries.set(fullUrl ?? '', { resource, place: placeOf(index) });
  }
  const orders: (NewOrder & { readonly index: number; readonly subject: string })[] = [];
  for (const [index, each] of entry.entries()) {
    if (each.resource.resourceType !== 'ServiceRequest') continue;
    const order = orderIn(each, placeOf(index));
    const placed = await placeOrder(order, { db, caller, base, place: placeOf(index), entries });
    const unless = unlessOf(each.request.ifNoneExist, `Bundle.entry.${String(index)}.request.ifNoneExist`);
    orders.push({ placed, unless, index, subject: order.subject.reference ?? '' });
  }
  const taken = await takeAll(dependencies, orders, call);
  /** A Patient is that of the case of the first order that refers to it. */
  const atOf = ({ resource, fullUrl }: Entry, index: number): number =>
    resource.resourceType === 'Patient'
      ? orders.findIndex(({ subject }) => subject === fullUrl)
      : orders.findIndex((each) => each.index === index);
  return {
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: entry.map((each, index) => {
      const found = taken[atOf(each, index)];
      // A patient whom no order refers to is not stored.
      if (found === undefined) return { response: { status: '204 No Content' } };
      const location = `${base}${each.resource.resourceType}/${String(found.case_id)}`;
      return { response: { status: found.created ? '201 Created' : '200 OK', location } };
    }),
  };
}

export function orderHandlers(dependencies: FhirDependencies): Pick<Handlers<FhirRoutes>, OrderRoute> {
  const { db, base } = dependencies;
  return {
    fhirCreateServiceRequest: async ({ caller, request_id, input }) => {
      const unless = unlessOf(input.if_none_exist, 'If-None-Exist');
      const placed = await placeOrder(input.ServiceRequest, { db, caller, base, place: 'ServiceRequest' });
      const [taken] = await takeAll(dependencies, [{ placed, unless }], { caller, request_id });
      if (taken === undefined) throw new Error('an order without a case');
      const resource = await requestOf(dependencies, caller, taken.case_id);
      return answer(dependencies, resource, taken.created ? 201 : 200);
    },
    fhirUpdateServiceRequest: ({ caller, request_id, input }) =>
      update(dependencies, { caller, request_id }, input),
    fhirTransaction: ({ caller, request_id, input }) =>
      transaction(dependencies, { caller, request_id }, input.Bundle),
  };
}
