import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { errorBody } from '@rhythmdesk/contract/errors';
import { testApp, token } from './test-table.ts';

let app: FastifyInstance;
let log: string[];
beforeAll(async () => {
  ({ app, log } = await testApp());
});
afterAll(() => app.close());

type Ask = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  url: string;
  body?: string;
  type?: string;
  auth?: string;
  language?: string;
};

async function ask({ method = 'GET', url, body, type, auth = token('DOCTOR'), language }: Ask) {
  const headers = {
    ...(auth === '' ? {} : { authorization: `Bearer ${auth}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(language === undefined ? {} : { 'accept-language': language }),
  };
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
const json = (url: string, body: string, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  ask({ url, body, method, type: 'application/json' });
const codeOf = (text: string): string => errorBody.parse(JSON.parse(text)).code;
const fieldsOf = (text: string) => errorBody.parse(JSON.parse(text)).fields;

test('no token and a malformed or unknown one are 401, an ended session is 403', async () => {
  expect((await ask({ url: 'thing/thing/1', auth: '' })).status).toBe(401);
  for (const auth of ['x', 'unknown_token_0000000', 'a b c d e f g h i j k l m n']) {
    const answer = await ask({ url: 'thing/thing/1', auth });
    expect([answer.status, codeOf(answer.text)]).toEqual([401, 'auth/unknown-token']);
  }
  const ended = await ask({ url: 'thing/thing/1', auth: 'expired_token_0000000' });
  expect([ended.status, codeOf(ended.text)]).toEqual([403, 'auth/session-expired']);
});

test('a role without the permission is 403 before its input is checked; one with it is not', async () => {
  const never = await json('thing/thing/1', '{"x":', 'PUT');
  expect([never.status, codeOf(never.text)]).toEqual([403, 'auth/role-never']);
  const may = await ask({
    url: 'thing/thing/1',
    method: 'PUT',
    body: '{"count":1}',
    type: 'application/json',
    auth: token('ADMIN'),
  });
  expect(may.status).toBe(200);
});

test('a one-time password allows only the routes named for it', async () => {
  const closed = await ask({ url: 'thing/things', auth: token('LOGISTICS') });
  expect([closed.status, codeOf(closed.text)]).toEqual([406, 'auth/password-change-due']);
  expect((await ask({ url: 'thing/thing/1', auth: token('LOGISTICS') })).status).toBe(200);
});

test('numbers are digits or JSON numbers, never lists, booleans, blanks or fractions', async () => {
  expect((await ask({ url: 'thing/thing/12' })).text).toBe('{"thing_id":12}');
  for (const id of ['1.5', '-1', '0', '1e3', '0x1', '%20', 'NaN', '99999999999999999999']) {
    expect((await ask({ url: `thing/thing/${id}` })).status).toBe(422);
  }
  for (const id of ['["5"]', '[5]', 'true', 'null', '""', '" 5"', '{}', '5.5', '"5n"']) {
    expect((await json('thing/thing', `{"thing_id":${id}}`, 'DELETE')).status).toBe(422);
  }
});

test('a scalar sent twice is refused, a list accepts one or several', async () => {
  const twice = await ask({ url: 'thing/things?page=1&page=2' });
  expect([twice.status, codeOf(twice.text), fieldsOf(twice.text)]).toEqual([
    422,
    'input/page-size',
    { page: 'refusal.input.field-type' },
  ]);
  expect((await ask({ url: 'thing/things?id=1&id=2' })).text).toBe('{"page":1,"size":10,"id":[1,2]}');
  expect((await ask({ url: 'thing/things?id=3' })).text).toBe('{"page":1,"size":10,"id":[3]}');
  expect(codeOf((await ask({ url: 'thing/things?size=101' })).text)).toBe('input/page-size');
});

test('every field at fault is named: missing, unknown, wrong', async () => {
  const missing = await json('open/call', '{}');
  expect([missing.status, codeOf(missing.text), fieldsOf(missing.text)]).toEqual([
    422,
    'input/field-missing',
    { name: 'alert.required' },
  ]);
  const unknown = await json('open/call', '{"name":"a","role":"ADMIN"}');
  expect([unknown.status, fieldsOf(unknown.text)]).toEqual([422, { role: 'refusal.input.field-unknown' }]);
  const wrong = await json('open/call', '{"name":["a"]}');
  expect([wrong.status, fieldsOf(wrong.text)]).toEqual([422, { name: 'refusal.input.field-type' }]);
  const long = await json('open/call', '{"name":"abcdef"}');
  expect([long.status, fieldsOf(long.text)]).toEqual([422, { name: 'refusal.input.invalid' }]);
});

test('a NUL is refused in any position', async () => {
  for (const url of ['thing/thing/%00', 'thing/things?id=1&id=%00']) {
    expect([url, (await ask({ url })).status]).toEqual([url, 422]);
  }
  expect((await json('open/call', '{"name":"\\u0000"}')).status).toBe(422);
});

test('a field in the wrong place is unknown there', async () => {
  expect((await json('open/call?name=a', '{"name":"a"}')).status).toBe(422);
  const inBoth = await ask({
    url: 'thing/thing/1',
    method: 'PUT',
    body: '{"count":1,"thing_id":2}',
    type: 'application/json',
    auth: token('ADMIN'),
  });
  expect(inBoth.status).toBe(422);
  expect((await ask({ url: 'thing/thing/1?thing_id=2' })).status).toBe(422);
});

test('DELETE reads its input from the query or the body, not from both', async () => {
  expect((await ask({ url: 'thing/thing?thing_id=4', method: 'DELETE' })).text).toBe('{"thing_id":4}');
  expect((await json('thing/thing', '{"thing_id":4}', 'DELETE')).text).toBe('{"thing_id":4}');
  expect((await json('thing/thing?thing_id=4', '{"thing_id":4}', 'DELETE')).status).toBe(422);
});

test('bodies other than a clean JSON object are 422', async () => {
  for (const body of [
    '{"name":"a"',
    '[]',
    '"a"',
    '{"name":"a","name":"b"}',
    '{"name":"a","__proto__":{"x":1}}',
    'null',
  ]) {
    const answer = await json('open/call', body);
    expect([body, answer.status, codeOf(answer.text)]).toEqual([body, 422, 'input/json']);
  }
  expect(
    codeOf(
      (
        await ask({
          url: 'open/call',
          method: 'POST',
          body: 'name=a',
          type: 'application/x-www-form-urlencoded',
        })
      ).text,
    ),
  ).toBe('input/media-type');
  expect(
    codeOf((await ask({ url: 'open/call', method: 'POST', body: '{"name":"a"}', type: 'text/plain' })).text),
  ).toBe('input/media-type');
  const huge = await json('open/call', JSON.stringify({ name: 'a'.repeat(300_000) }));
  expect([huge.status, codeOf(huge.text)]).toEqual([422, 'input/body-too-large']);
});

test('a missing object and an unknown route are 404, the same except for the request id', async () => {
  const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
  const [one, two] = [await ask({ url: 'thing/thing/101' }), await ask({ url: 'thing/thing/102' })];
  expect([one.status, plain(one.text)]).toEqual([404, plain(two.text)]);
  const unknown = await Promise.all([
    ask({ url: 'nothing' }),
    ask({ url: 'nothing', method: 'POST', body: '{', type: 'application/json' }),
    ask({ url: 'thing/thing/1', method: 'POST' }),
    ask({ url: '../../etc/passwd' }),
    ask({ url: 'thing/thing/%E0%A4%A' }),
    ask({ url: 'Thing/Things' }),
  ]);
  expect(new Set(unknown.map((answer) => answer.status))).toEqual(new Set([404]));
  expect(new Set(unknown.map((answer) => plain(answer.text))).size).toBe(1);
  expect((await ask({ url: 'thing/thing/1', method: 'HEAD' })).status).toBe(404);
});

test('both spellings of a path are answered', async () => {
  expect((await ask({ url: 'things' })).status).toBe(200);
});

test('an error reveals only its request id, and its text is in the log', async () => {
  const fault = await ask({ url: 'thing/fail?how=fault' });
  const body = errorBody.parse(JSON.parse(fault.text));
  expect([fault.status, body.code, body.detail]).toEqual([
    500,
    'server/fault',
    'Server problem, contact the admin.',
  ]);
  expect(fault.text).not.toContain('secret');
  expect(fault.headers['x-request-id']).toBe(body.request_id);
  expect(log.some((line) => line.includes('secret words') && line.includes(body.request_id))).toBe(true);
});

test('an answer with a field that its route does not name is never sent', async () => {
  expect((await ask({ url: 'thing/leak' })).status).toBe(500);
  const production = await testApp({ production: true });
  const answer = await production.app.inject({
    url: '/api/v1/thing/leak',
    headers: { authorization: `Bearer ${token('ADMIN')}` },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '{"ok":true}']);
  await production.app.close();
});

test('a refusal says when to try again, in the requested language', async () => {
  const answer = await ask({ url: 'thing/fail?how=throttled', language: 'fr, ko-KR;q=0.9, en;q=0.5' });
  expect([answer.status, answer.headers['retry-after'], answer.headers['content-language']]).toEqual([
    406,
    '7',
    'ko',
  ]);
  expect(errorBody.parse(JSON.parse(answer.text)).detail).toBe(
    '시도 횟수가 많습니다. 잠시 후 다시 시도해 주세요.',
  );
});

test('the log contains the route and never the URL', async () => {
  await ask({ url: 'thing/things?q=KimMinji' });
  expect(log.join('')).toContain('/api/v1/thing/things');
  expect(log.join('')).not.toContain('KimMinji');
});
