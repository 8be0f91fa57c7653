/**
 * Applies the orders of a partner to the cases, in the name of the user that the partner's settings name and by the same
 * rules: a new order creates a case that waits for its recording, or joins the case that has its HN ID; a changed order
 * changes its patient; a cancelled one closes the case.
 *
 * Invariant: an order number of a partner is one case, however often and by whichever message it is sent.
 */
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { partnerOrders } from '../../platform/db/schema/partners.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { findByHnId, lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { requireNewCase } from '../../records/cases/new-case-checks.ts';
import { savedBy } from '../../records/cases/open-edit.ts';
import { differingFields, newHnId, saveOrder } from '../../records/cases/ordered-case.ts';
import { insertCase } from '../../records/cases/save-case.ts';
import { OrderFault } from './hl7/acknowledgement.ts';
import { patientFields, type Order } from './hl7/order-fields.ts';
import type { ActOnCase } from './integration-dependencies.ts';
import type { PartnerRow } from './partner-record.ts';

export type OrderContext = {
  readonly partner: PartnerRow;
  readonly caller: Asking;
  readonly act: ActOnCase;
  readonly request_id: string;
  readonly now: Date;
};

/** The case of an order, with the HN ID under which the recording is expected. */
export type TakenOrder = { readonly case_id: number; readonly hn_id: string };

function hnIdOf({ hn_id }: Order): string {
  if (hn_id === '') return newHnId();
  const normal = normaliseHnId(hn_id);
  if (normal !== null) return normal;
  throw new OrderFault('AE', '102', 'The HN ID is not HN and 6 to 12 letters or digits.', 'ORC');
}

/** Returns the fault of a value that no user could type; it names the value's place in the message. */
function valueFault({ places }: Order, field: unknown): OrderFault {
  const place = places[patientFields.find((each) => each === field) ?? 'comment'] ?? '';
  const words =
    field === 'birth_date'
      ? 'is no birth date that exists or can be right'
      : 'is too long or has characters that are not allowed';
  return new OrderFault('AE', '102', `${place} (${String(field)}) ${words}.`, place);
}

/** The fields of a case, checked as if a user had typed them. */
function fieldsOf(order: Order, hn_id: string) {
  const { patient } = order;
  const parsed = caseRoutes.createCase.input.safeParse({ ...patient, hn_id });
  if (parsed.success) {
    const { hn_id: _hn_id, hospital_id: _hospital_id, ...fields } = parsed.data;
    return fields;
  }
  throw valueFault(order, parsed.error.issues[0]?.path[0]);
}

const authored = ({ caller, request_id, now }: OrderContext) => savedBy({ caller, request_id, now });

/** Joins the case that has the HN ID, because its recording arrived before the order. */
async function join(tx: Tx, record: CaseRecord, order: Order, context: OrderContext): Promise<void> {
  const { row } = record;
  const [other] = await tx
    .select({ order_id: partnerOrders.order_id })
    .from(partnerOrders)
    .where(eq(partnerOrders.case_id, row.case_id));
  if (row.hospital_id !== context.partner.hospital_id || other !== undefined)
    throw new OrderFault('AE', '204', `The HN ID ${row.hn_id} belongs to another order.`, 'ORC-2');
  const fields = differingFields(record, fieldsOf(order, row.hn_id), true);
  await saveOrder(tx, record, fields, `order ${order.order_number}`, context);
}

async function makeOrJoin(tx: Tx, order: Order, context: OrderContext): Promise<TakenOrder> {
  const { partner, caller, now } = context;
  const hn_id = hnIdOf(order);
  const fields = fieldsOf(order, hn_id);
  const { hospital_id } = partner;
  const hospital = await requireNewCase(tx, caller, { hospital_id, dates: fields }, now);
  const found = await findByHnId(tx, hn_id, true);
  if (found !== null) {
    await join(tx, found, order, context);
    return { case_id: found.row.case_id, hn_id };
  }
  const saving = { description: `order ${order.order_number}`, ...authored(context) };
  const made = await insertCase(tx, { ...fields, hn_id, hospital_id: hospital.id }, saving);
  if (made === null) throw new OrderFault('AR', '206', 'The HN ID was taken just now. Send the order again.');
  return { case_id: made.case_id, hn_id };
}

type OrderRow = typeof partnerOrders.$inferSelect;

async function knownOrder(tx: Tx, order: Order, { partner }: OrderContext): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(partnerOrders)
    .where(
      and(
        eq(partnerOrders.partner_id, partner.partner_id),
        eq(partnerOrders.order_number, order.order_number),
      ),
    );
  return row ?? null;
}

async function lockedCase(tx: Tx, case_id: number): Promise<CaseRecord> {
  const record = await lockCaseRecord(tx, case_id);
  if (record === null) throw new Error('an order without its case');
  return record;
}

async function takeNew(tx: Tx, order: Order, context: OrderContext): Promise<TakenOrder> {
  const known = await knownOrder(tx, order, context);
  if (known?.state === 'cancelled')
    throw new OrderFault('AE', '204', `The order ${order.order_number} was cancelled.`, 'ORC-2');
  if (known !== null) {
    const { row } = await lockedCase(tx, known.case_id);
    return { case_id: row.case_id, hn_id: row.hn_id };
  }
  const taken = await makeOrJoin(tx, order, context);
  const { partner, now } = context;
  await tx.insert(partnerOrders).values({
    partner_id: partner.partner_id,
    hospital_id: partner.hospital_id,
    order_number: order.order_number,
    case_id: taken.case_id,
    service: order.service,
    state: 'open',
    created_at: now,
    updated_at: now,
  });
  return taken;
}

async function takeChange(tx: Tx, order: Order, context: OrderContext): Promise<TakenOrder> {
  const known = await requireOpen(tx, order, context);
  const record = await lockedCase(tx, known.case_id);
  const { hn_id } = record.row;
  const change = differingFields(record, fieldsOf(order, hn_id), false);
  await saveOrder(tx, record, change, `order ${order.order_number}`, context);
  return { case_id: known.case_id, hn_id };
}

async function requireOpen(tx: Tx, order: Order, context: OrderContext): Promise<OrderRow> {
  const known = await knownOrder(tx, order, context);
  if (known === null)
    throw new OrderFault('AE', '204', `The order ${order.order_number} is not known here.`, 'ORC-2');
  if (known.state === 'cancelled' && order.act === 'change')
    throw new OrderFault('AE', '204', `The order ${order.order_number} was cancelled.`, 'ORC-2');
  return known;
}

async function takeCancel(tx: Tx, order: Order, context: OrderContext): Promise<TakenOrder> {
  const known = await requireOpen(tx, order, context);
  const record = await lockedCase(tx, known.case_id);
  const taken = { case_id: known.case_id, hn_id: record.row.hn_id };
  if (known.state === 'cancelled') return taken;
  if (!record.facts.closed) {
    const { case_id, facts } = { ...taken, ...record };
    const comment = `Order ${order.order_number} cancelled by ${context.partner.name}`;
    await context.act(tx, 'close', { case_id, version: facts.version, comment }, context);
  }
  await tx
    .update(partnerOrders)
    .set({ state: 'cancelled', updated_at: context.now })
    .where(eq(partnerOrders.order_id, known.order_id));
  return taken;
}

const takers = { new: takeNew, change: takeChange, cancel: takeCancel } as const;

export const takeOrder = (tx: Tx, order: Order, context: OrderContext): Promise<TakenOrder> =>
  takers[order.act](tx, order, context);
