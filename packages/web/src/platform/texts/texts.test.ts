/**
 * Checks every text in every language: the same keys, the same placeholders, the plural forms that the language needs,
 * and no unused key.
 */
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { namesIn, placeholdersOf, plainKey, pluralFormsOf } from './test-text-rules.ts';

const files = import.meta.glob<Readonly<Record<string, string>>>('./*/*.ts', {
  import: 'texts',
  eager: true,
});
const namespaces = [
  ...new Set(Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length))),
];
const textsOf = (namespace: string, language: Language) => files[`./${language}/${namespace}.ts`] ?? {};
const keysOf = (namespace: string, language: Language) =>
  [...new Set(Object.keys(textsOf(namespace, language)).map(plainKey))].sort();

const sources = {
  ...import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../../../{contract,domain}/src/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
};

describe.each(namespaces)('%s', (namespace) => {
  test.each(languages)('%s has every key', (language) => {
    expect(keysOf(namespace, language)).toEqual(keysOf(namespace, 'en'));
  });

  test.each(languages)('%s has no empty text', (language) => {
    const empty = Object.entries(textsOf(namespace, language)).filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  test.each(languages)('%s has the placeholders of English', (language) => {
    const wanted = new Map(
      Object.entries(textsOf(namespace, 'en')).map(([key, text]) => [plainKey(key), placeholdersOf(text)]),
    );
    const differing = Object.entries(textsOf(namespace, language)).filter(
      ([key, text]) => placeholdersOf(text).join() !== wanted.get(plainKey(key))?.join(),
    );
    expect(differing).toEqual([]);
  });

  test.each(languages)('%s has the plural forms that it needs', (language) => {
    const counted = Object.keys(textsOf(namespace, 'en'))
      .filter((key) => key !== plainKey(key))
      .map(plainKey);
    const wanted = [...new Set(counted)].flatMap((key) =>
      pluralFormsOf(language).map((form) => `${key}_${form}`),
    );
    expect(Object.keys(textsOf(namespace, language))).toEqual(expect.arrayContaining(wanted));
  });
});

test('every key is used', () => {
  const isCode = (path: string) => !/\.test\.tsx?$/.test(path) && !/\/(en|ja|ko|zh)\/[^/]+\.ts$/.test(path);
  const code = Object.entries(sources)
    .flatMap(([path, text]) => (isCode(path) ? [text] : []))
    .join('\n');
  expect(code.length).toBeGreaterThan(100_000);
  const isUsed = namesIn(code);
  const unused = namespaces.flatMap((namespace) =>
    keysOf(namespace, 'en')
      .filter((key) => !isUsed(key))
      .map((key) => `${namespace}:${key}`),
  );
  expect(unused).toEqual([]);
});
