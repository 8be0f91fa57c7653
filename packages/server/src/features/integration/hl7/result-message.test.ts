/** Tests the written result: codes, units, corrections, character sets and the inserted document. */
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { resultTable, type Result } from '@rhythmdesk/domain/results/result-table';
import { expect, test } from 'vitest';
import { decodeText } from '../../../platform/hl7/charsets.ts';
import { parseMessage, readValue, segmentsNamed } from '../../../platform/hl7/hl7-message.ts';
import { encodeResult, writeResult, type ResultSource } from './result-message.ts';

const sha256 = 'ab'.repeat(32);
const result = (code: Result['code'], value: Result['value']): Result => ({
  code,
  row: resultTable[code],
  value,
});
const source: ResultSource = {
  control_id: 'RD1',
  created_at: new Date('2026-11-20T01:00:00Z'),
  order_number: 'A|1',
  service: '',
  hn_id: 'HN000001',
  hospital_name: '中央病院',
  time_zone: 'Asia/Tokyo',
  patient: {
    patient_id: '7',
    last_name: '山田',
    first_name: '太郎',
    birth_date: '1950-01-31',
    gender: 'male',
  },
  recording_start: new Date('2026-11-19T00:00:00Z'),
  recording_seconds: 86_400,
  released_at: new Date('2026-11-20T02:00:00Z'),
  interpreter: '佐藤 花子',
  technician: '田中 実',
  results: [result('qtc', 431), result('af_burden', 12.5), result('conclusion', '心房細動\n12 % & 停止 3 s')],
  corrected: false,
  withdrawn: [],
  pdf_sha256: sha256,
};

function parsed(text: string) {
  const message = parseMessage(text);
  if ('fault' in message) throw new Error(message.fault);
  return message;
}

test('each row of the table is one OBX with its published code, its own code and its unit', () => {
  const settings = hl7Settings.parse({ codes: { qtc: 'QTC-F' }, language: 'ja' });
  const message = parsed(writeResult(source, settings));
  expect(segmentsNamed(message, 'OBX').map(({ fields }) => fields.slice(1, 7).join('|'))).toEqual([
    '1|NM|76634-5^Q-T interval corrected based on Fridericia formula^LN^QTC-F^QTcF^L||431|ms^ms^UCUM',
    '2|NM|af_burden^心房細動burden^99RHYTHMDESK||12.5|%^%^UCUM',
    '3|FT|18844-1^EKG impression^LN^conclusion^総合所見^99RHYTHMDESK||心房細動\\.br\\12 % \\T\\ 停止 3 s|',
    `4|ED|18754-2^Holter monitor study^LN||RHYTHMDESK^application^pdf^Base64^sha256:${sha256}|`,
  ]);
  expect(readValue(message, 'OBR-2')).toBe('A|1');
  expect([readValue(message, 'OBR-7'), readValue(message, 'OBR-8')]).toEqual([
    '20261119090000+0900',
    '20261120090000+0900',
  ]);
  expect([readValue(message, 'MSH-7'), readValue(message, 'OBR-22')]).toEqual([
    ...['20261120100000+0900', '20261120110000+0900'],
  ]);
  expect([readValue(message, 'OBR-25'), readValue(message, 'OBX-11'), readValue(message, 'OBX-14')]).toEqual([
    ...['F', 'F'],
    '20261119090000+0900',
  ]);
  expect(readValue(message, 'OBR-32.1.2')).toBe('佐藤 花子');
  expect(readValue(message, 'OBR-34.1.2')).toBe('田中 実');
});

test('what was ordered is repeated as it was sent', () => {
  const service = '18754-2^24 h \\T\\ more^LN';
  const message = parsed(writeResult({ ...source, service }, hl7Settings.parse({})));
  expect(segmentsNamed(message, 'OBR')[0]?.fields[4]).toBe(service);
});

test('a corrected report says so in the order and in each result', () => {
  const message = parsed(writeResult({ ...source, corrected: true }, hl7Settings.parse({ with_pdf: false })));
  expect(readValue(message, 'OBR-25')).toBe('C');
  expect(segmentsNamed(message, 'OBX').map(({ fields }) => fields[11])).toEqual(['C', 'C', 'C']);
});

test('a result that the correction no longer has is deleted, so that no system shows it beside the new ones', () => {
  const corrected = { ...source, corrected: true, withdrawn: [result('critical_vt', 1)] };
  const message = parsed(writeResult(corrected, hl7Settings.parse({ with_pdf: false })));
  const observations = segmentsNamed(message, 'OBX').map(({ fields }) => fields);
  expect(observations.map((fields) => fields[11])).toEqual(['C', 'C', 'C', 'D']);
  expect(observations.at(-1)?.slice(1, 7)).toEqual([
    ...['4', 'NM', 'critical_vt^Ventricular tachycardia^99RHYTHMDESK', '', ''],
    '{findings}^{findings}^UCUM',
  ]);
});

test('the document is inserted when the message is encoded, and the set is named in MSH-18', async () => {
  const settings = hl7Settings.parse({ charset: 'ISO IR87' });
  const pdf = Buffer.from('%PDF-1.7 \u00ff', 'latin1');
  const encoded = await encodeResult(writeResult(source, settings), settings.charset, (named) => {
    expect(named).toBe(sha256);
    return Promise.resolve(pdf);
  });
  if ('missing' in encoded) throw new Error(encoded.missing);
  const text = decodeText('ISO IR87', encoded.bytes) ?? '';
  expect(text.split('\r')[0]).toMatch(/\|2\.5\.1\|{6}~ISO IR87\|\|ISO 2022-1994$/);
  const message = parsed(text);
  expect(readValue(message, 'PID-5.1')).toBe('山田');
  expect(segmentsNamed(message, 'OBX').at(-1)?.fields[5]).toBe(
    `RHYTHMDESK^application^pdf^Base64^${pdf.toString('base64')}`,
  );
});

test('neither a text nor what was ordered can name another document', async () => {
  const settings = hl7Settings.parse({});
  const other = `^application^pdf^Base64^sha256:${'cd'.repeat(32)}`;
  const named: string[] = [];
  await encodeResult(
    writeResult({ ...source, service: `1${other}`, results: [result('conclusion', other)] }, settings),
    settings.charset,
    (each) => {
      named.push(each);
      return Promise.resolve(Buffer.alloc(0));
    },
  );
  expect(named).toEqual([sha256]);
});
