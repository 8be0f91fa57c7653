/** Tests which answers of a PACS acknowledge, refuse or delay objects. */
import { expect, test } from 'vitest';
import { fateOf } from './stow-answer.ts';

const [report, strip] = ['2.25.1', '2.25.2'];
const sent = [report, strip];
const named = (uid: string, reason?: number) => ({
  '00081155': { vr: 'UI', Value: [uid] },
  ...(reason === undefined ? {} : { '00081197': { vr: 'US', Value: [reason] } }),
});
const answerOf = (stored: unknown[], failed: unknown[] = []): string =>
  JSON.stringify({
    '00081199': { vr: 'SQ', Value: stored },
    ...(failed.length === 0 ? {} : { '00081198': { vr: 'SQ', Value: failed } }),
  });
const fate = (status: number, text: string, whole = true) => fateOf({ status, text, whole }, sent);
const all = answerOf(sent.map((uid) => named(uid)));
const warned = answerOf(sent.map((uid) => ({ ...named(uid), '00081196': { vr: 'US', Value: [0xb000] } })));

test.each([
  ['every object named', 200, all],
  ['stored with warnings', 202, warned],
  ['a list of one data set', 200, `[${all}]`],
  ['no body', 200, ''],
  ['one that it has already', 202, answerOf([named(report)], [named(strip, 0x0111)])],
])('%s: acknowledged', (_name, status, text) => {
  expect(fate(status, text)).toEqual({ step: 'acknowledged' });
});

test.each([
  [
    'one object failed',
    202,
    answerOf([named(report)], [named(strip, 0x0122)]),
    '0122 SOP class not supported',
  ],
  ['failed with 200', 200, answerOf([], [named(report, 0xa901)]), 'A901 does not match its SOP class'],
  [
    'all failed',
    409,
    answerOf(
      [],
      sent.map((uid) => named(uid, 0xc001)),
    ),
    'C001 cannot be understood',
  ],
  ['an unknown reason', 409, answerOf([], [named(report, 1)]), '0001'],
  ['a conflict without reasons', 409, 'conflict', ''],
  ['a bad request', 400, '', ''],
  ['a media type', 415, '', ''],
])('%s: refused in its words', (_name, status, text, words) => {
  expect(fate(status, text)).toEqual({
    step: 'refused',
    words: `HTTP ${String(status)} ${words}`.trim(),
  });
});

test('the comment of a PACS is among its words', () => {
  const failed = { ...named(strip, 0x0110), '00000902': { vr: 'LO', Value: ['patient is locked'] } };
  expect(fate(202, answerOf([named(report)], [failed]))).toMatchObject({
    words: 'HTTP 202 0110 processing failure patient is locked',
  });
});

test('a NUL in a comment, which the database cannot store, is left out', () => {
  const failed = { ...named(strip, 0x0110), '00000902': { vr: 'LO', Value: ['locked\0'] } };
  expect(fate(202, answerOf([named(report)], [failed]))).toMatchObject({
    words: 'HTTP 202 0110 processing failure locked',
  });
});

test.each([
  ['no answer about one object', 200, answerOf([named(report)]), 'answer'],
  ['a page', 200, '<html>Welcome</html>', 'answer'],
  ['an answer that is cut', 200, all, 'answer'],
  ['202 without a body', 202, '', 'answer'],
  ['nested without end', 200, '['.repeat(100_000), 'answer'],
  ['values of other kinds', 200, '{"00081199":{"Value":[7,null]}}', 'answer'],
  ['out of resources', 202, answerOf([named(report)], [named(strip, 0xa700)]), 'status'],
  ['credentials', 401, '', 'credentials'],
  ['no right', 403, '', 'credentials'],
  ['a redirect', 302, '', 'status'],
  ['another address', 404, '', 'status'],
  ['a fault', 500, all, 'status'],
  ['out of service', 503, '', 'status'],
])('%s: tried again', (name, status, text, fault) => {
  expect(fate(status, text, name !== 'an answer that is cut')).toMatchObject({ step: 'failed', fault });
});
