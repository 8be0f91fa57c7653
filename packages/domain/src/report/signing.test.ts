import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { transitions } from '../case/lifecycle.ts';
import { certificateState, sealOf, signatureMeanings, signingActs } from './signing.ts';

const validity = {
  not_before: new Date('2026-01-01T00:00:00Z'),
  not_after: new Date('2027-01-01T00:00:00Z'),
};
const at = (moment: string) => certificateState(validity, Date.parse(moment));

test('a certificate is valid from its first moment to its last, and warns in its last thirty days', () => {
  expect(at('2025-12-31T23:59:59.999Z')).toBe('not-yet');
  expect(at('2026-01-01T00:00:00Z')).toBe('valid');
  expect(at('2026-12-01T23:59:59Z')).toBe('valid');
  expect(at('2026-12-02T00:00:00Z')).toBe('expiring');
  expect(at('2027-01-01T00:00:00Z')).toBe('expiring');
  expect(at('2027-01-01T00:00:00.001Z')).toBe('expired');
  expect((['valid', 'expiring', 'expired', 'not-yet'] as const).map(sealOf)).toEqual([
    'certificate',
    'certificate',
    'expired',
    'not-yet',
  ]);
});

test('every action that releases a report is signed, with its own text in every language', () => {
  const releasing = Object.entries(transitions).filter(([, { ways }]) =>
    ways.some(({ effects }) => effects.some((effect) => effect === 'release-report')),
  );
  expect(releasing.map(([name]) => name).sort()).toEqual([...signingActs].sort());
  for (const [, { needs }] of releasing) expect(needs).toContain('password');
  const said = languages.flatMap((language) => Object.values(signatureMeanings[language]));
  expect(new Set(said).size).toBe(languages.length * signingActs.length);
});
