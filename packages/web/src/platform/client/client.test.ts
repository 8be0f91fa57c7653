import { routes } from '@rhythmdesk/contract/routes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeClient } from './client.ts';

type Sent = { url: string; init: RequestInit };

function clientWith(
  answer: (sent: Sent) => Response | Promise<Response>,
  token: () => string = () => 'token-1',
) {
  const sent: Sent[] = [];
  const ended: (string | undefined)[] = [];
  const client = makeClient({
    fetch: async (input, init) => {
      const each = { url: input instanceof Request ? input.url : String(input), init: init ?? {} };
      sent.push(each);
      return answer(each);
    },
    routes,
    token,
    language: () => 'ko',
    sessionEnded: (token) => ended.push(token),
  });
  return { client, sent, ended };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error('an ApiError was expected', { cause: error });
}

test('a call has the token and the language, and returns the parsed answer', async () => {
  const { client, sent } = clientWith(() => json({ noti_count: 0, more: 'x' }));
  expect(await client.call('markRead', { patch_id: 7 })).toEqual({ noti_count: 0 });
  const [first] = sent;
  const headers = new Headers(first?.init.headers);
  expect(first?.url).toBe('/api/v1/notification/read');
  expect(first?.init.method).toBe('PUT');
  expect(first?.init.body).toBe('{"patch_id":7}');
  expect(headers.get('authorization')).toBe('Bearer token-1');
  expect(headers.get('accept-language')).toBe('ko');
  expect(headers.get('content-type')).toBe('application/json');
});

test('a write is sent once by a double click, and again after its answer or after another write', async () => {
  const { client, sent } = clientWith(() => json({ noti_count: 0 }));
  const both = await Promise.all([
    client.call('markRead', { patch_id: 7 }),
    client.call('markRead', { patch_id: 7 }),
  ]);
  expect(both).toEqual([{ noti_count: 0 }, { noti_count: 0 }]);
  expect(sent).toHaveLength(1);
  await client.call('markRead', { patch_id: 7 });
  expect(sent).toHaveLength(2);
  const ids = [7, 8, 7];
  await Promise.all(ids.map((patch_id) => client.call('markRead', { patch_id })));
  expect(sent.slice(2).map(({ init }) => init.body)).toEqual(
    ids.map((patch_id) => JSON.stringify({ patch_id })),
  );
});

test('a JSON call ends after ten seconds, a download has no limit', async () => {
  const clock = new AbortController();
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  onTestFinished(() => timeouts.mockRestore());
  const never = ({ init: { signal } }: Sent) =>
    new Promise<Response>((_, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('too slow', 'TimeoutError')));
      clock.abort();
    });
  const slow = clientWith(never);
  expect(await errorOf(slow.client.call('me', {}))).toMatchObject({ code: 'network/timeout' });
  expect(timeouts.mock.calls).toEqual([[10_000]]);
  const file = clientWith(() => new Response('%PDF'));
  await file.client.download('report', { case_id: 1 });
  expect(timeouts).toHaveBeenCalledOnce();
});

const busy = () => json({ code: 'server/busy', detail: '', request_id: 'r' }, 503, { 'retry-after': '0' });

test('a write that a busy server refused is sent again with its key, a few times', async () => {
  let refusals = 2;
  const { client, sent } = clientWith(() => (refusals-- > 0 ? busy() : json({ noti_count: 0 })));
  await client.call('markRead', { patch_id: 7 }, { idempotency_key: 'k1' });
  const keyOf = ({ init }: Sent) => new Headers(init.headers).get('idempotency-key');
  expect(sent.map(keyOf)).toEqual(['k1', 'k1', 'k1']);
  const always = clientWith(busy);
  expect(await errorOf(always.client.call('markRead', { patch_id: 7 }))).toMatchObject({ status: 503 });
  expect(always.sent).toHaveLength(3);
});

test('a refused write is not sent again in the name of the next user', async () => {
  let token = 'token-1';
  const busyUntilSignedOut = () => {
    token = 'token-2';
    return busy();
  };
  const { client, sent } = clientWith(busyUntilSignedOut, () => token);
  expect(await errorOf(client.call('markRead', { patch_id: 7 }))).toMatchObject({ status: 503 });
  expect(sent).toHaveLength(1);
});

test('a read is repeated by the cache only, and a write only if the server refused it unseen', async () => {
  const reading = clientWith(busy);
  await errorOf(reading.client.call('me', {}));
  expect(reading.sent).toHaveLength(1);
  const failing = clientWith(() => json({ code: 'server/unavailable', detail: '', request_id: 'r' }, 503));
  await errorOf(failing.client.call('markRead', { patch_id: 7 }));
  expect(failing.sent).toHaveLength(1);
});

test('an idempotency key is passed on', async () => {
  const { client, sent } = clientWith(() => json({ noti_count: 0 }));
  await client.call('markRead', { patch_id: 7 }, { idempotency_key: 'k1' });
  expect(new Headers(sent[0]?.init.headers).get('idempotency-key')).toBe('k1');
});

test('a 403 ends the session of the sent token, and still throws', async () => {
  const { client, ended } = clientWith(() =>
    json({ code: 'auth/session-expired', detail: '', request_id: 'r' }, 403),
  );
  expect(await errorOf(client.call('me', {}))).toMatchObject({ status: 403, code: 'auth/session-expired' });
  expect(ended).toEqual(['token-1']);
});

test('other refusals throw with their code and do not change the session', async () => {
  const body = { code: 'case/wrong-state', detail: 'Not now.', request_id: 'r9' };
  const { client, ended } = clientWith(() => json(body, 406, { 'retry-after': '3' }));
  const error = await errorOf(client.call('markRead', { patch_id: 1 }));
  expect(error).toMatchObject({ status: 406, ...body, retry_after_s: 3 });
  expect(ended).toEqual([]);
});

test('a lost network is an error without an answer', async () => {
  const { client } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await errorOf(client.call('me', {}))).toMatchObject({ status: 0, code: 'network/offline' });
});

test('an answer that violates the contract is not passed on', async () => {
  const { client } = clientWith(() => json({ noti_count: 'many' }));
  expect(await errorOf(client.call('markRead', { patch_id: 1 }))).toMatchObject({
    code: 'network/unreadable',
  });
});

test('a call that the page aborts throws the abort', async () => {
  const stop = new AbortController();
  const { client } = clientWith(
    ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        stop.abort();
      }),
  );
  await expect(client.call('me', {}, { signal: stop.signal })).rejects.toThrow(DOMException);
});

test('a file is sent unchanged, with its fields in the query', async () => {
  const { client, sent } = clientWith(() => json({ case_id: 3, version: 8, file_id: 1 }, 201));
  const pdf = new Blob(['%PDF-1.7']);
  const answer = await client.send(
    'addFile',
    { case_id: 3, version: 7, filename: 'a.pdf', kind: 'report' },
    pdf,
  );
  expect(answer).toEqual({ case_id: 3, version: 8, file_id: 1 });
  expect(sent[0]?.url).toBe('/api/v1/case/case/3/files?version=7&filename=a.pdf&kind=report');
  expect(sent[0]?.init.body).toBe(pdf);
  expect(new Headers(sent[0]?.init.headers).get('content-type')).toBe('application/pdf');
});

test('a PDF is requested as a PDF, JSON as JSON', async () => {
  const { client, sent } = clientWith(() => json({ noti_count: 0 }));
  await client.download('report', { case_id: 3 });
  await client.download('file', { file_id: 3 });
  await client.call('markRead', { patch_id: 1 });
  const accepted = sent.map(({ init }) => new Headers(init.headers).get('accept'));
  expect(accepted).toEqual(['application/pdf', '*/*', 'application/json']);
});
