import { expect, test } from 'vitest';
import { healthLinkState } from './health-links.ts';

test('a link is open until its end, and stays ended for the reason that ended it', () => {
  const expires_ms = 1000;
  expect(healthLinkState({ expires_ms, ending: null }, 999)).toBe('open');
  expect(healthLinkState({ expires_ms, ending: null }, 1000)).toBe('expired');
  expect(healthLinkState({ expires_ms, ending: 'revoked' }, 2000)).toBe('revoked');
  expect(healthLinkState({ expires_ms, ending: 'guessed' }, 0)).toBe('guessed');
});
