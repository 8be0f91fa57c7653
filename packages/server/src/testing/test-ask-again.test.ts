import { expect, test } from 'vitest';
import { askAgain } from './test-ask-again.ts';

const away = () =>
  Response.json({ code: 'server/unavailable' }, { status: 500, headers: { 'retry-after': '0.01' } });

test('while the server is busy or its database unavailable, the request is repeated; any other answer is returned', async () => {
  const busy = () =>
    Response.json({ code: 'server/busy' }, { status: 503, headers: { 'retry-after': '0.01' } });
  const answers = [away(), busy(), away(), Response.json({ done: true })];
  expect(await (await askAgain(async () => answers.shift() ?? Response.error())).json()).toEqual({
    done: true,
  });
  expect(answers).toEqual([]);
  const toHead = [
    new Response(null, { status: 503, headers: { 'retry-after': '0.01' } }),
    new Response(null),
  ];
  expect((await askAgain(async () => toHead.shift() ?? Response.error())).status).toBe(200);
  const throttled = () =>
    Response.json({ code: 'auth/throttled' }, { status: 406, headers: { 'retry-after': '60' } });
  expect((await askAgain(async () => throttled())).status).toBe(406);
  expect((await askAgain(async () => new Response('broken', { status: 500 }))).status).toBe(500);
});
