/**
 * Checks `docs/specification-coverage.md`, which lists every requirement of the specification once, with the tests that
 * show it or the area in which it will be built later. A row without either, and a test that no longer exists, are
 * faults.
 *
 * The third cell of a row is the name of a test file in code marks and the title of the test. A file is named relative
 * to `packages/<package>/src`, or from the root; several tests of a row are separated by `<br>`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = 'docs/specification-coverage.md';

/** The last number of each chapter of the specification; 2.39 does not exist. */
const lastOfChapter = { 1: 33, 2: 137, 3: 101, 4: 63, 5: 42, 6: 9, 7: 49, 8: 48, 9: 23 } as const;
const neverGiven: ReadonlySet<string> = new Set(['2.39']);

/** The areas in which a requirement may be built later. */
const laterParts = ['people', 'operations', 'desk'];

const wanted: readonly string[] = Object.entries(lastOfChapter)
  .flatMap(([chapter, last]) =>
    Array.from({ length: last }, (_, at) => `${chapter}.${String(at + 1).padStart(2, '0')}`),
  )
  .filter((id) => !neverGiven.has(id));

type Row = { readonly id: string; readonly words: string; readonly shownBy: string };

export function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (\d+\.\d+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, id = '', words = '', shownBy = '']) => ({ id, words, shownBy }),
  );
}

/** `web/app/navigation.test.ts` → `packages/web/src/app/navigation.test.ts`. */
export const pathOf = (file: string): string =>
  /^(e2e|tools)\//.test(file) ? file : `packages/${file.replace('/', '/src/')}`;

/**
 * Returns the titles of a test file: the first string after each bracket. In a table of tests the title may start with
 * `$language`.
 */
function titlesOf(source: string): ReadonlySet<string> {
  const written = [...source.matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(([, , title = '']) => title);
  return new Set(written.flatMap((title) => [title, title.replace(/^\$language: /, '')]));
}

type ReadSource = (path: string) => string | undefined;

function testFault(
  shown: string,
  titles: (file: string) => ReadonlySet<string> | undefined,
): string | undefined {
  const [, file, title] = /^`([^`]+)` (.+)$/.exec(shown) ?? [];
  if (file === undefined || title === undefined) return `“${shown}” names no test`;
  const known = titles(file);
  if (known === undefined) return `${file} does not exist`;
  return known.has(title) ? undefined : `${file} has no test “${title}”`;
}

function rowFaults({ shownBy }: Row, titles: (file: string) => ReadonlySet<string> | undefined): string[] {
  if (shownBy === '') return ['neither a test nor a later part'];
  const [, part] = /^later: (.+)$/.exec(shownBy) ?? [];
  if (part !== undefined) return laterParts.includes(part) ? [] : [`there is no part “${part}”`];
  return shownBy.split('<br>').flatMap((shown) => testFault(shown.trim(), titles) ?? []);
}

/** Returns the faults of this page, one line each; `read` returns the text of a file of the repository. */
export function judgeCoverage(text: string, read: ReadSource): string[] {
  const rows = rowsOf(text);
  const kept = new Map<string, ReadonlySet<string> | undefined>();
  const titles = (file: string): ReadonlySet<string> | undefined => {
    const source = kept.has(file) ? undefined : read(pathOf(file));
    if (!kept.has(file)) kept.set(file, source === undefined ? undefined : titlesOf(source));
    return kept.get(file);
  };
  const ids = rows.map(({ id }) => id);
  const known = new Set(ids);
  return [
    ...wanted.filter((id) => !known.has(id)).map((id) => `${page}: ${id} has no row`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${page}: ${id} appears twice`),
    ...ids.filter((id) => !wanted.includes(id)).map((id) => `${page}: ${id} is not a requirement`),
    ...rows.flatMap((row) => rowFaults(row, titles).map((fault) => `${page}: ${row.id}: ${fault}`)),
  ];
}

export function checkCoverage(root: string): string[] {
  const read: ReadSource = (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
  return judgeCoverage(read(page) ?? '', read);
}
