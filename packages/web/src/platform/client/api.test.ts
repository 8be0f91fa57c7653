// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

let isThere = false;
vi.mock('./client.ts', () => ({
  get makeClient() {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/client.js');
    return () => ({ call: () => Promise.resolve('answer') });
  },
}));

test('a call whose code cannot be fetched fails as one without a network, and the next one tries again', async () => {
  const { api } = await import('./api.ts');
  await expect(api.call('me', {})).rejects.toMatchObject({ code: 'network/offline', status: 0 });
  isThere = true;
  expect(await api.call('me', {})).toBe('answer');
});
