/** Checks the release notes: each release has them in every language, and versions only rise. */
import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { changelogText } from './release-notes-text.ts';
import { releases } from './releases.ts';

const numbers = (version: string): number[] => version.split('.').map(Number);
const rank = (version: string): number => numbers(version).reduce((sum, part) => sum * 10_000 + part, 0);

test.each(releases)('$version has notes in every language, each of them its own', (release) => {
  const texts = [...release.for_users, ...release.for_administrators];
  expect(release.for_users.length).toBeGreaterThan(0);
  for (const text of texts) {
    const words = languages.map((language) => text[language].trim());
    expect(words.every((each) => each.length > 5)).toBe(true);
    expect(new Set(words).size).toBe(languages.length);
    expect(text.ja).toMatch(/[\u3040-\u30ff]/);
    expect(text.ko).toMatch(/[\uac00-\ud7af]/);
    expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('versions are semantic, fall down the list, and can be reached from an earlier one of it', () => {
  const versions = releases.map(({ version }) => version);
  for (const version of versions) expect(version).toMatch(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/);
  expect(versions.toSorted((one, other) => rank(other) - rank(one))).toEqual(versions);
  expect(new Set(versions).size).toBe(versions.length);
  for (const { version, upgrades_from } of releases) {
    expect(versions).toContain(upgrades_from);
    expect(rank(upgrades_from)).toBeLessThanOrEqual(rank(version));
  }
});

test('the changelog has a section for each release and names what an administrator must do', () => {
  const text = changelogText();
  for (const { version, for_administrators } of releases) {
    expect(text).toContain(`\n## ${version}\n`);
    for (const { en } of for_administrators) expect(text).toContain(`- ${en}\n`);
  }
});
