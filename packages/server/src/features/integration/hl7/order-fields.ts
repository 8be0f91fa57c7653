/**
 * Reads the orders of a message (ORM^O01, OMG^O19, OML^O21) by the partner's mapping. Each ORC begins an order; patient
 * and visit before the first one belong to all of them.
 */
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import type { OrderField } from '@rhythmdesk/domain/integration/hl7-settings';
import type { Gender, Priority } from '@rhythmdesk/domain/case/status';
import {
  fieldPathOf,
  segmentsNamed,
  valueAt,
  type Hl7Message,
  type Segment,
} from '../../../platform/hl7/hl7-message.ts';
import { OrderFault } from './acknowledgement.ts';

/** What ORC-1 asks for. */
const acts = { NW: 'new', XO: 'change', CA: 'cancel', DC: 'cancel' } as const;
type OrderAct = (typeof acts)[keyof typeof acts];

export type Order = {
  readonly act: OrderAct;
  readonly order_number: string;
  readonly hn_id: string;
  readonly service: string;
  /** Only the fields that the message has a value for. */
  readonly patient: Readonly<Partial<Record<PatientField, string>>>;
  /** The place of each of these fields in the message, such as `PID-7.1`. */
  readonly places: Readonly<Partial<Record<PatientField, string>>>;
};
type PatientField = Exclude<OrderField, 'order_number' | 'hn_id'>;

export const patientFields = [
  ...(['patient_id', 'patient_last_name', 'patient_first_name', 'birth_date'] as const),
  ...(['gender', 'phone_number', 'priority', 'comment'] as const),
];

/** Returns the segments of each order, the common ones first. */
function groupsOf({ segments }: Hl7Message): Segment[][] {
  const first = segments.findIndex(({ name }) => name === 'ORC');
  if (first < 0) return [];
  const common = segments.slice(0, first);
  const groups: Segment[][] = [];
  for (const segment of segments.slice(first)) {
    if (segment.name === 'ORC') groups.push([]);
    groups.at(-1)?.push(segment);
  }
  return groups.map((group) => [...group, ...common]);
}

const genders: Readonly<Record<string, Gender>> = {
  M: 'male',
  F: 'female',
  O: 'other',
  A: 'other',
  N: 'other',
};
const urgent = new Set(['S', 'A', 'STAT', 'ASAP', 'URGENT', 'U']);
const priorityOf = (word: string): Priority => (urgent.has(word.toUpperCase()) ? 'urgent' : 'normal');

/** Returns a date of HL7 (`19500131`, with or without a time) as `YYYY-MM-DD`. */
function dateOf(value: string, place: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined)
    throw new OrderFault('AE', '102', `${place} is no date of the form YYYYMMDD.`, place);
  return `${year}-${month}-${day}`;
}

/** Converts a value of the message to the product's word; undefined if it says nothing. */
function converted(field: PatientField, value: string, place: string): string | undefined {
  if (field === 'birth_date') return dateOf(value, place);
  if (field === 'gender') return genders[value.toUpperCase()];
  return field === 'priority' ? priorityOf(value) : value;
}

type Found = { readonly value: string; readonly place: string };

function reader(message: Hl7Message, group: readonly Segment[], { mapping }: Hl7Settings) {
  const inGroup = { ...message, segments: group };
  return (field: OrderField): Found | null => {
    for (const place of mapping[field].split(' ').filter((each) => each !== '')) {
      const path = fieldPathOf(place);
      const value = valueAt(message, segmentsNamed(inGroup, path.segment)[0], path);
      if (value !== '') return { value, place };
    }
    return null;
  };
}

function orderOf(message: Hl7Message, group: readonly Segment[], settings: Hl7Settings): Order {
  const read = reader(message, group, settings);
  const control = valueAt(message, group[0], fieldPathOf('ORC-1'));
  const known = Object.entries(acts).find(([word]) => word === control);
  if (known === undefined) {
    const words = `ORC-1 “${control}” is not supported. Send NW (new), XO (change) or CA (cancel).`;
    throw new OrderFault('AE', '102', words.replaceAll(/[“”]/g, '"'), 'ORC-1');
  }
  const number = read('order_number');
  if (number === null) throw new OrderFault('AE', '101', 'The order has no order number.', 'ORC-2');
  const patient: Partial<Record<PatientField, string>> = {};
  const places: Partial<Record<PatientField, string>> = {};
  for (const field of patientFields) {
    const found = read(field);
    const value = found === null ? undefined : converted(field, found.value, found.place);
    if (found === null || value === undefined) continue;
    patient[field] = value;
    places[field] = found.place;
  }
  const service = (segmentsNamed({ ...message, segments: group }, 'OBR')[0]?.fields[4] ?? '').slice(0, 200);
  return {
    act: known[1],
    order_number: number.value,
    hn_id: read('hn_id')?.value ?? '',
    service:
      message.separators.component === '^' ? service : service.replaceAll(message.separators.component, '^'),
    patient,
    places,
  };
}

export function readOrders(message: Hl7Message, settings: Hl7Settings): Order[] {
  const groups = groupsOf(message);
  if (groups.length === 0) throw new OrderFault('AE', '100', 'The message has no ORC segment.', 'ORC');
  return groups.map((group) => orderOf(message, group, settings));
}
