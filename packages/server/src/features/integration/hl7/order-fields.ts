/**
 * Reads the orders of a message (ORM^O01, OMG^O19, OML^O21) by the partner's mapping. Each ORC begins an order; patient
 * and visit before the first one belong to all of them.
 */
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import type { OrderField } from '@rhythmdesk/domain/integration/hl7-settings';
import type { Gender, Priority } from '@rhythmdesk/domain/case/status';
import {
  escapeText,
  fieldPathOf,
  segmentsNamed,
  unescapeText,
  valueAt,
  valuesAt,
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
  /** The ordered study (OBR-4), encoded with this product's separators. */
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

/** Returns the segments of an order with this name: its own, else the common ones before the first order. */
type Group = (name: string) => readonly Segment[];

function groupsOf({ segments }: Hl7Message): Group[] {
  const first = segments.findIndex(({ name }) => name === 'ORC');
  if (first < 0) return [];
  const common = segments.slice(0, first);
  const groups: Segment[][] = [];
  for (const segment of segments.slice(first)) {
    if (segment.name === 'ORC') groups.push([]);
    groups.at(-1)?.push(segment);
  }
  return groups.map((group) => (wanted) => {
    const own = group.filter(({ name }) => name === wanted);
    return own.length > 0 ? own : common.filter(({ name }) => name === wanted);
  });
}

/** Refuses a message about several patients: an order could be taken for one of another patient. */
function requireOnePatient(message: Hl7Message): void {
  const patients = new Set(
    segmentsNamed(message, 'PID').map(({ fields }) => JSON.stringify(fields.slice(2))),
  );
  if (patients.size > 1)
    throw new OrderFault('AE', '100', 'The message has several patients. Send one message for each.', 'PID');
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

/** Reads a field at the first of its places that has a value. A note has every line and every reason. */
function reader(message: Hl7Message, group: Group, { mapping }: Hl7Settings) {
  return (field: OrderField): Found | null => {
    for (const place of mapping[field].split(' ').filter((each) => each !== '')) {
      const path = fieldPathOf(place);
      const segments = group(path.segment);
      const value =
        field === 'comment'
          ? segments.flatMap((segment) => valuesAt(message, segment, path)).join('\n')
          : valueAt(message, segments[0], path);
      if (value !== '') return { value, place };
    }
    return null;
  };
}

const longestService = 200;
const longestNumber = 199;

/** Cuts an encoded value, without a part of an escape sequence at its end. */
function cut(value: string): string {
  const short = value.slice(0, longestService);
  const isWhole = short.split('\\').length % 2 === 1;
  return isWhole ? short : short.slice(0, short.lastIndexOf('\\'));
}

function serviceOf({ separators }: Hl7Message, segment: Segment | undefined): string {
  const { component, repetition, subcomponent } = separators;
  const [study = ''] = (segment?.fields[4] ?? '').split(repetition, 1);
  const textOf = (piece: string): string =>
    piece === '""' ? '' : escapeText(unescapeText(piece, separators));
  const parts = study.split(component).map((part) => part.split(subcomponent).map(textOf).join('&'));
  return cut(parts.join('^'));
}

function numberOf(found: Found | null): string {
  if (found === null) throw new OrderFault('AE', '101', 'The order has no order number.', 'ORC-2');
  // `unescapeText` leaves an escaped character that cannot be stored as it was sent, such as `\X00\`.
  const isReadable = !/\p{Cc}|\\X/u.test(found.value);
  if (found.value.length <= longestNumber && isReadable) return found.value;
  const words = 'The order number is too long or has characters that are not allowed.';
  throw new OrderFault('AE', '102', words, 'ORC-2');
}

function orderOf(message: Hl7Message, group: Group, settings: Hl7Settings): Order {
  const read = reader(message, group, settings);
  const control = valueAt(message, group('ORC')[0], fieldPathOf('ORC-1'));
  const known = Object.entries(acts).find(([word]) => word === control);
  if (known === undefined) {
    const words = `ORC-1 “${control}” is not supported. Send NW (new), XO (change) or CA (cancel).`;
    throw new OrderFault('AE', '102', words.replaceAll(/[“”]/g, '"'), 'ORC-1');
  }
  const order_number = numberOf(read('order_number'));
  const patient: Partial<Record<PatientField, string>> = {};
  const places: Partial<Record<PatientField, string>> = {};
  for (const field of patientFields) {
    const found = read(field);
    const value = found === null ? undefined : converted(field, found.value, found.place);
    if (found === null || value === undefined) continue;
    patient[field] = value;
    places[field] = found.place;
  }
  const service = serviceOf(message, group('OBR')[0]);
  return { act: known[1], order_number, hn_id: read('hn_id')?.value ?? '', service, patient, places };
}

export function readOrders(message: Hl7Message, settings: Hl7Settings): Order[] {
  const groups = groupsOf(message);
  if (groups.length === 0) throw new OrderFault('AE', '100', 'The message has no ORC segment.', 'ORC');
  requireOnePatient(message);
  return groups.map((group) => orderOf(message, group, settings));
}
