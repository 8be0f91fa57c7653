import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../texts/texts.ts', () => ({ forgetLanguage: async () => Promise.resolve() }));

class Store {
  #kept = new Map<string, string>();
  getItem = (key: string): string | null => this.#kept.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.#kept.set(key, text);
  removeItem = (key: string): void => void this.#kept.delete(key);
}

const stored = {
  accessToken: 'token-1',
  id: 1,
  userId: 'doctor',
  group: 'hospital',
  role: 'DOCTOR',
  phone_number: '',
  user_group: 1,
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', new Store());
  vi.stubGlobal('sessionStorage', new Store());
  sessionStorage.setItem('user', JSON.stringify(stored));
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./sign-out.ts')),
  ...(await import('./session-state.ts')),
});

test('while an account is deleted, the refusals that follow do not end the session', async () => {
  const { beginFarewell, currentToken, endSession, sessionState } = await load();
  beginFarewell();
  endSession('expired');
  expect(currentToken()).toBe('token-1');
  endSession('deleted');
  expect(currentToken()).toBeUndefined();
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'deleted' });
});

test('where the deletion failed, a refusal ends the session as ever', async () => {
  const { beginFarewell, currentToken, endSession } = await load();
  beginFarewell().stayHere();
  endSession('expired');
  expect(currentToken()).toBeUndefined();
});
