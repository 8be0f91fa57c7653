import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerFault } from './answer-fault.ts';
import { refuseWhileAway } from './refuse-while-away.ts';

const body = z.object({ code: z.string(), detail: z.string() });

function watched() {
  const state = { away: false };
  const listeners = new Set<() => void>();
  const watch = {
    isAway: () => state.away,
    onAway: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const app = Fastify();
  app.setErrorHandler(answerFault);
  refuseWhileAway(app, watch);
  const arrived = Promise.withResolvers<undefined>();
  app.get('/api/v1/waits', () => {
    arrived.resolve(undefined);
    return new Promise(() => undefined);
  });
  app.get('/api/v1/quick', () => ({ quick: true }));
  app.get('/healthz', () => ({ status: 'ok' }));
  const goAway = (): void => {
    state.away = true;
    for (const listener of listeners) listener();
  };
  return { app, goAway, comeBack: () => (state.away = false), arrived: arrived.promise };
}

test('a request that waits for a database which becomes unavailable is answered then, in the caller’s language', async () => {
  const { app, goAway, arrived } = watched();
  const headers = { 'accept-language': 'ko' };
  const waiting = app.inject({ url: '/api/v1/waits', headers });
  const answered = waiting.then((answer) => answer);
  await arrived;
  goAway();
  const answer = await answered;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([500, '2']);
  expect(body.parse(answer.json())).toMatchObject({
    code: 'server/unavailable',
    detail: '서버를 잠시 이용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  });
});

test('while it is unavailable new requests are refused at once, and served again afterwards', async () => {
  const { app, goAway, comeBack } = watched();
  goAway();
  expect(body.parse((await app.inject('/api/v1/quick')).json()).code).toBe('server/unavailable');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  comeBack();
  expect((await app.inject('/api/v1/quick')).json()).toEqual({ quick: true });
});

test('a request whose sender has left before the answer is forgotten', async () => {
  const { app, goAway, arrived } = watched();
  let answers = 0;
  app.addHook('onSend', (_request, _reply, payload, done) => {
    answers += 1;
    done(null, payload);
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const closed = new Promise((resolve) => {
    app.server.once('connection', (socket: Socket) => socket.once('close', resolve));
  });
  const sender = connect(Number(new URL(address).port), '127.0.0.1');
  sender.on('error', () => undefined);
  sender.write('GET /api/v1/waits HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  sender.resetAndDestroy();
  await closed;
  goAway();
  await app.close();
  expect(answers).toBe(0);
});
