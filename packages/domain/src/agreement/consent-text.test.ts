import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { consentTextOf, consentVersion, consentVersions, plainConsent } from './consent-text.ts';

type Version = (typeof consentVersions)[keyof typeof consentVersions];

const digestOf = (texts: Version): string =>
  createHash('sha256')
    .update(languages.map((language) => plainConsent(texts[language])).join('\n\n'))
    .digest('hex')
    .slice(0, 16);

test('a published version keeps its text', () => {
  const digests = Object.fromEntries(
    Object.entries(consentVersions).map(([name, texts]) => [name, digestOf(texts)]),
  );
  expect(digests).toEqual({ '2026-11': '96ed2c263d842c57' });
  expect(Object.keys(consentVersions).at(-1)).toBe(consentVersion);
});

test.each(languages)(
  '%s names the hospital and the center, even if a name looks like a placeholder',
  (language) => {
    const text = plainConsent(
      consentTextOf(language, { hospital: '{center} $& Clinic', center: 'Seoul ECG' }),
    );
    expect(text).toContain('{center} $& Clinic');
    expect(text).toContain('Seoul ECG');
    expect(text).not.toContain('{hospital}');
    const nameless = plainConsent(consentTextOf(language, { hospital: 'H', center: null }));
    expect(nameless).not.toMatch(/[{}]/);
  },
);
