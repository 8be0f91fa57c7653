import { expect, test } from 'vitest';
import { ApiError, errorFromAnswer, errorWithoutAnswer } from './api-error.ts';
import { faultAnswer, type FaultSubject } from './fault-answers.ts';

const failed = (status: number, detail = '') =>
  new ApiError({ status, code: 'x/y', detail, request_id: 'r1', fields: {}, retry_after_s: undefined });

test('each status has its answer of the catalogue', () => {
  const keyOf = (status: number) => {
    const answer = faultAnswer(failed(status));
    return answer.kind === 'alert' ? answer.key : answer.kind;
  };
  expect(keyOf(401)).toBe('alert.check-authentication');
  expect(keyOf(403)).toBe('end-session');
  expect(keyOf(404)).toBe('alert.not-found');
  expect(keyOf(409)).toBe('caller');
  expect(keyOf(410)).toBe('alert.no-resource');
  expect(keyOf(416)).toBe('alert.no-report');
  expect(keyOf(422)).toBe('alert.mandatory-missing');
  expect(keyOf(500)).toBe('alert.server-failure');
  expect(keyOf(503)).toBe('alert.server-failure');
});

test('refused input is a validation error, missing input a missing mandatory field', () => {
  const refused = (fields: Record<string, string>, code = 'input/invalid') =>
    faultAnswer(errorFromAnswer(422, { code, fields }, new Headers()));
  expect(refused({ name: 'refusal.input.invalid' })).toMatchObject({ key: 'alert.validation' });
  expect(refused({ name: 'refusal.input.invalid', email: 'alert.required' })).toMatchObject({
    key: 'alert.mandatory-missing',
  });
  expect(refused({}, 'input/field-missing')).toMatchObject({ key: 'alert.mandatory-missing' });
});

test('input that breaks a rule is answered with the rule, not as missing', () => {
  const broken = errorFromAnswer(
    422,
    { code: 'billing/invoice-day', detail: 'The day is in the future.', fields: { on: 'x' } },
    new Headers(),
  );
  expect(faultAnswer(broken)).toEqual({ kind: 'detail', detail: 'The day is in the future.' });
});

test('406 shows the server’s text', () => {
  expect(faultAnswer(failed(406, 'Wrong state.'))).toEqual({ kind: 'detail', detail: 'Wrong state.' });
});

test('a busy server says so, also about a download', () => {
  const busy = errorFromAnswer(503, { code: 'server/busy', detail: 'The server is busy.' }, new Headers());
  const shown = { kind: 'detail', detail: 'The server is busy.' };
  expect([faultAnswer(busy), faultAnswer(busy, 'download')]).toEqual([shown, shown]);
});

test('only an administrator learns that a user does not exist', () => {
  expect(faultAnswer(failed(404), 'user')).toMatchObject({ key: 'alert.user-failure' });
  expect(faultAnswer(failed(404))).toMatchObject({ key: 'alert.not-found' });
});

test('the catalogue’s own texts are used where their cause arises', () => {
  const keyOf = (error: ApiError, about?: FaultSubject) => {
    const answer = faultAnswer(error, about);
    return answer.kind === 'alert' ? answer.key : answer.kind;
  };
  expect(keyOf(failed(500), 'upload')).toBe('alert.upload-failed');
  expect(keyOf(failed(500), 'download')).toBe('alert.download-failed');
  expect(keyOf(failed(404), 'download')).toBe('alert.no-file');
  expect(keyOf(failed(404), 'patch')).toBe('alert.invalid-patch');
  expect(keyOf(failed(410), 'download')).toBe('alert.no-resource');
  expect(keyOf(failed(422), 'upload')).toBe('alert.mandatory-missing');
  expect(keyOf(errorWithoutAnswer('network/unreadable'))).toBe('alert.validation');
  expect(keyOf(errorWithoutAnswer('network/offline'), 'upload')).toBe('alert.no-network');
});

test('a lost network and a slow server are distinguished', () => {
  expect(faultAnswer(errorWithoutAnswer('network/offline'))).toMatchObject({ key: 'alert.no-network' });
  expect(faultAnswer(errorWithoutAnswer('network/timeout'))).toMatchObject({ key: 'alert.timeout' });
});

test('an error body is read field by field and anything else is ignored', () => {
  const body = {
    code: 'case/stale-version',
    detail: 'd',
    request_id: 'r',
    fields: { name: 'alert.required', age: 3 },
  };
  const error = errorFromAnswer(409, body, new Headers({ 'retry-after': '12' }));
  expect(error).toMatchObject({
    status: 409,
    code: 'case/stale-version',
    detail: 'd',
    request_id: 'r',
    retry_after_s: 12,
  });
  expect(error.fields).toEqual({ name: 'alert.required' });
});

test('an unknown body still gives a usable error', () => {
  const error = errorFromAnswer(502, '<html>', new Headers({ 'x-request-id': 'q' }));
  expect(error).toMatchObject({
    status: 502,
    code: 'http/502',
    detail: '',
    request_id: 'q',
    retry_after_s: undefined,
  });
});
