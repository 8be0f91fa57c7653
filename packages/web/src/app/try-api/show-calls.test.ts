import { expect, test } from 'vitest';
import { areasOf, partOf, withSession } from './show-calls.ts';

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
