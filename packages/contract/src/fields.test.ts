import { expect, test } from 'vitest';
import { caseRoutes } from './case-routes.ts';
import { certificateName } from './signatures.ts';
import { calendarDate, fileName, instant, optionalText, text, timeZone } from './fields.ts';

test.each(['0000-01-01', '0001-01-01', '1849-12-31', '2200-01-01', '9999-12-31', '2026-02-30'])(
  '%s is no valid date',
  (date) => expect(calendarDate.safeParse(date).success).toBe(false),
);
test.each(['1900-02-28', '2024-02-29', '2199-12-31'])('%s is a date', (date) =>
  expect(calendarDate.parse(date)).toBe(date),
);
test('an instant is within the same years', () => {
  expect(instant.safeParse('0000-01-01T00:00:00Z').success).toBe(false);
  expect(instant.safeParse('9999-01-01T00:00:00Z').success).toBe(false);
  expect(instant.safeParse('2026-11-20T14:03:00.000Z').success).toBe(true);
});

test('a certificate may be valid for ever, as its standard writes it', () => {
  const name = {
    subject: 'Center',
    issuer: 'Center',
    fingerprint: 'ab',
    not_after: '9999-12-31T23:59:59.000Z',
  };
  expect(certificateName.safeParse(name).success).toBe(true);
});

test.each(['a\0b', 'a\ud800', '\udc00b', 'gpj\u202e.exe'])('%j is no text', (value) => {
  expect(text(20).safeParse(value).success).toBe(false);
  expect(optionalText(20).safeParse(value).success).toBe(false);
});
test('a text is stored in one Unicode form, except where figures have positions in it', () => {
  const decomposed = 'Ü 김'.normalize('NFD');
  expect(text(20).parse(decomposed)).toBe('Ü 김');
  expect(optionalText(20).parse(decomposed)).toBe('Ü 김');
  const conclusion = { case_id: 1, version: 1, technician_comment: decomposed };
  expect(caseRoutes.updateReading.input.parse(conclusion).technician_comment).toBe(decomposed);
});
test('white space before a text in which figures have positions is kept, that behind it is not', () => {
  const conclusion = { case_id: 1, version: 1, technician_comment: '\n\tRate 72 \n' };
  expect(caseRoutes.updateReading.input.parse(conclusion).technician_comment).toBe('\n\tRate 72');
  const blank = { ...conclusion, technician_comment: ' \n ' };
  expect(caseRoutes.updateReading.input.parse(blank).technician_comment).toBe('');
});
test('a text may have several lines, the name of a file may not', () => {
  expect(text(20).parse('one\ntwo 😀')).toBe('one\ntwo 😀');
  for (const name of ['a\r\nb.pdf', 'a\tb.pdf', 'a\u0085b.pdf', '\u001b[2J.pdf'])
    expect(fileName(20).safeParse(name).success).toBe(false);
  expect(fileName(20).parse('波形 1.pdf')).toBe('波形 1.pdf');
});

test('a time zone is stored by its name in the time zone database; an offset, which PostgreSQL reads with the opposite sign, is refused', () => {
  expect(timeZone.parse(' america/new_york ')).toBe('America/New_York');
  expect(timeZone.parse('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(timeZone.parse('UTC')).toBe('UTC');
  for (const wrong of ['+09:00', '-0500', 'Asia/Nowhere', 'IST', ''])
    expect(timeZone.safeParse(wrong).success).toBe(false);
});
