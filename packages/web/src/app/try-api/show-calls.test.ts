import { expect, onTestFinished, test, vi } from 'vitest';
import { areasOf, partOf, readDescription, withSession } from './show-calls.ts';

const description = {
  openapi: '3.1.0',
  webhooks: {},
  paths: {
    '/api/v1/work/day': { get: { tags: ['work'] } },
    '/api/v1/case/cases': { get: { tags: ['case'] }, post: { tags: ['case'] } },
  },
};

test('each area has its own calls', () => {
  expect(areasOf(description)).toEqual(['case', 'work']);
  expect(partOf(description, 'work')).toEqual({
    openapi: '3.1.0',
    paths: { '/api/v1/work/day': { get: { tags: ['work'] } } },
  });
});

test('a call carries the entered API key, otherwise the token of the session', () => {
  const bare = { url: '/x', headers: {} };
  expect(withSession(bare, 'token').headers).toEqual({ Authorization: 'Bearer token' });
  const keyed = { url: '/x', headers: { authorization: 'Bearer rdk_1' } };
  expect(withSession(keyed, 'token')).toEqual(keyed);
});

test('a description that cannot be fetched fails as a call does', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(readDescription()).rejects.toMatchObject({ code: 'network/offline' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })));
  await expect(readDescription()).rejects.toMatchObject({ code: 'network/unreadable' });
});
