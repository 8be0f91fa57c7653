/**
 * Checks that every text of the server and of the domain has the placeholders of its English text, in every language:
 * mails, error messages, reports, invoices, spreadsheets, phrases. `texts.test.ts` does this for the texts of the page.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { repositoryRoot } from '../processes/repository.ts';
import { tablesIn, textsOfFile, type Texts } from './language-tables.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
const found = (pattern: string): string[] =>
  globSync(pattern, { cwd: repositoryRoot }).filter((path) => !path.endsWith('.test.ts'));

type Table = { readonly at: string; readonly texts: ReadonlyMap<string, Texts> };

const tables: readonly Table[] = found('packages/{server,domain}/src/**/*.ts').flatMap((path) =>
  tablesIn(read(path), languages).map(({ line, texts }) => ({ at: `${path}:${String(line)}`, texts })),
);
const families: readonly Table[] = found('packages/server/src/**/*-en.ts').map((path) => ({
  at: path,
  texts: new Map(
    languages.map((language) => [language, textsOfFile(read(path.replace('-en.ts', `-${language}.ts`)))]),
  ),
}));

const placeholdersIn = (text: string): string => [...text.matchAll(/\{\w+\}/g)].sort().join(' ');

/** Returns the texts that lack a placeholder of the English text or have another one. */
function faultsOf({ at, texts }: Table): string[] {
  const wanted = texts.get('en') ?? new Map<string, string>();
  return [...texts].flatMap(([language, own]) =>
    [...own].flatMap(([key, text]) =>
      placeholdersIn(text) === placeholdersIn(wanted.get(key) ?? '')
        ? []
        : [`${at} ${language} ${key}: ${text}`],
    ),
  );
}

test('every text has the placeholders of its English text', () => {
  expect(tables.length).toBeGreaterThan(100);
  expect(families.map(({ at }) => at.replace(/.*\//, '')).sort()).toEqual([
    'mails-en.ts',
    'refusals-en.ts',
    'report-words-en.ts',
  ]);
  expect([...tables, ...families].flatMap(faultsOf)).toEqual([]);
});

test('a lost placeholder is found', () => {
  const source = `const words = {
    en: { made: 'made by {name}', lines: ['{a} of {b}'] },
    ja: { made: '作成', lines: ['{b}中{a}'] },
    ko: { made: '{name} 작성', lines: ['{b} 중 {a}'] },
    zh: { made: '{name}创建', lines: ['{b}中{c}'] },
  } as const;`;
  const [table] = tablesIn(source, languages).map(({ line, texts }) => ({ at: String(line), texts }));
  expect(table && faultsOf(table)).toEqual(['1 ja made: 作成', '1 zh lines.0: {b}中{c}']);
});
