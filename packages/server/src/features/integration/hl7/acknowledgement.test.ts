/** Tests where an answer says that a message is wrong, and what is read of an answer. */
import { expect, test } from 'vitest';
import { parseMessage, segmentsNamed } from '../../../platform/hl7/hl7-message.ts';
import { OrderFault, readAnswer, unknownHeader, writeAnswer } from './acknowledgement.ts';

test.each([
  ['PID-13.12', 'PID^1^13^1^12'],
  ['PID-5.1.2', 'PID^1^5^1^1^2'],
  ['MSH-9', 'MSH^1^9'],
  ['ORC', 'ORC^1'],
  ['', ''],
])('ERR-2 of %s names segment, field, repetition, component and subcomponent', (place, location) => {
  const fault = new OrderFault('AE', '102', 'Words.', place);
  const message = parseMessage(writeAnswer(unknownHeader, fault, new Date(0)));
  if ('fault' in message) throw new Error(message.fault);
  expect(segmentsNamed(message, 'ERR')[0]?.fields[2]).toBe(location);
});

test('a NUL in an answer, which the database cannot store, is left out', () => {
  const bytes = Buffer.from('MSH|^~\\&|HIS||RD||1||ACK|1|P|2.5.1\rMSA|AA|RD1|stored\0\r');
  const answer = readAnswer(bytes);
  expect(answer).toMatchObject({ accepted: true, words: 'AA stored' });
  expect(answer?.text).not.toContain('\0');
});
