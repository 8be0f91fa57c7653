/** Tests how the orders of a message are read. */
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { expect, test } from 'vitest';
import { parseMessage } from '../../../platform/hl7/hl7-message.ts';
import { OrderFault } from './acknowledgement.ts';
import { readOrders, type Order } from './order-fields.ts';

const settings = hl7Settings.parse({});

function ordersOf(lines: readonly string[], encoding = '^~\\&'): Order[] {
  const header = `MSH|${encoding}|HIS||RD||20261120||ORM^O01|1|P|2.5.1`;
  const message = parseMessage([header, ...lines].join('\r'));
  if ('fault' in message) throw new Error(message.fault);
  return readOrders(message, settings);
}

function faultOf(lines: readonly string[]): OrderFault {
  try {
    ordersOf(lines);
  } catch (fault) {
    if (fault instanceof OrderFault) return fault;
    throw fault;
  }
  throw new Error('the orders were read');
}

const patient = 'PID|1||P-1||Kim^Minsu||19500131|F';
const orderLines = (number: string): string[] => [`ORC|NW|${number}`, `OBR|1|${number}||18754-2^Holter^LN`];

test('orders of two patients in one message are refused, because neither says whose it is', () => {
  const other = patient.replace('P-1', 'P-2');
  const fault = faultOf([patient, ...orderLines('1'), other, ...orderLines('2')]);
  expect([fault.answer, fault.code, fault.place]).toEqual(['AE', '100', 'PID']);
  const same = ordersOf([patient, ...orderLines('1'), patient.replace('|1|', '|2|'), ...orderLines('2')]);
  expect(
    same.map(({ order_number, patient: { patient_id } }) => `${order_number} ${patient_id ?? ''}`),
  ).toEqual(['1 P-1', '2 P-1']);
});

test('every line of a note and every reason belongs to the order', () => {
  const notes = ['NTE|1||Palpitations', 'NTE|2||Pacemaker since 2019~No \\T\\ known allergy', 'NTE|3||""'];
  const [first, second] = ordersOf([
    patient,
    'NTE|1||Deaf',
    ...orderLines('1'),
    ...notes,
    ...orderLines('2'),
  ]);
  expect(first?.patient.comment).toBe('Palpitations\nPacemaker since 2019\nNo & known allergy');
  expect(second?.patient.comment).toBe('Deaf');
  const reasons = `OBR|1|1||18754-2^Holter^LN${'|'.repeat(27)}A^Syncope~B^Palpitations`;
  expect(ordersOf([patient, 'ORC|NW|1', reasons])[0]?.patient.comment).toBe('Syncope\nPalpitations');
});

test('what was ordered is kept as a value with the usual separators', () => {
  const serviceOf = (study: string, encoding?: string) =>
    ordersOf([patient, 'ORC|NW|1', `OBR|1|1||${study}`], encoding)[0]?.service;
  expect(serviceOf('18754-2^24 h \\T\\ more^LN')).toBe('18754-2^24 h \\T\\ more^LN');
  expect(serviceOf('1$2^3@T@4!5', '$%@!')).toBe('1^2\\S\\3!4&5');
  expect(serviceOf(`1^${'x'.repeat(195)}\\T\\${'y'.repeat(50)}`)).toBe(`1^${'x'.repeat(195)}\\T\\`);
  expect(serviceOf(`1^${'x'.repeat(196)}\\T\\${'y'.repeat(50)}`)).toBe(`1^${'x'.repeat(196)}`);
});

test.each(['9'.repeat(300), 'A\\X00\\1', 'A\\.br\\1'])(
  '%#: an order number that cannot be one is refused',
  (number) => {
    const fault = faultOf([patient, ...orderLines(number)]);
    expect([fault.answer, fault.code, fault.place]).toEqual(['AE', '102', 'ORC-2']);
  },
);
