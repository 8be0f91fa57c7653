import { expect, test } from 'vitest';
import {
  addPaletteSource,
  markMatch,
  type PaletteGroup,
  type PaletteItem,
  type PaletteSource,
  searchPalette,
} from './palette-sources.ts';

const item = (id: string): PaletteItem => ({ id, title: id, run: () => undefined });
const source = (
  id: string,
  search: PaletteSource['search'],
  kind: PaletteSource['kind'] = 'records',
): PaletteSource => ({ id, kind, title: id, search });

/** Returns the results that the palette receives while it searches, as the ids of the groups. */
async function searched(query: string, from?: readonly PaletteSource[]): Promise<string[][]> {
  const shown: string[][] = [];
  const onGroups = (groups: readonly PaletteGroup[]) => void shown.push(groups.map(({ id }) => id));
  const { signal } = new AbortController();
  await searchPalette({ query, signal, onGroups, ...(from === undefined ? {} : { from }) });
  return shown;
}

test('groups keep the order of the sources and empty ones are left out', async () => {
  const groups = await searched('x', [
    source('late', () => Promise.resolve([item('a')])),
    source('none', () => []),
    source('now', () => [item('b')]),
  ]);
  expect(groups).toEqual([['late', 'now']]);
});

test('a source that fails does not hide the others', async () => {
  const groups = await searched('x', [
    source('broken', () => Promise.reject(new Error('no'))),
    source('fine', () => [item('b')]),
  ]);
  expect(groups).toEqual([['fine']]);
});

test('a slow source does not delay the others, and gets its own position when it answers', async () => {
  let answer: (items: PaletteItem[]) => void = () => undefined;
  const slow = new Promise<PaletteItem[]>((resolve) => (answer = resolve));
  const shown: string[][] = [];
  await searchPalette({
    query: 'x',
    signal: new AbortController().signal,
    onGroups: (groups) => {
      shown.push(groups.map(({ id }) => id));
      answer([item('a')]);
    },
    from: [source('slow', () => slow), source('quick', () => [item('b')])],
  });
  expect(shown).toEqual([['quick'], ['slow', 'quick']]);
});

test('a cancelled search returns nothing', async () => {
  const stop = new AbortController();
  const shown: unknown[] = [];
  const leaving = source('leaving', () => {
    stop.abort();
    return [item('a')];
  });
  await searchPalette({
    query: 'x',
    signal: stop.signal,
    onGroups: (groups) => void shown.push(groups),
    from: [leaving],
  });
  expect(shown).toEqual([]);
});

test('a source never requests more than the server’s searches accept', async () => {
  const queries: string[] = [];
  const hearing = source('hearing', (query) => {
    queries.push(query);
    return [];
  });
  await searched('x'.repeat(300), [hearing]);
  expect(queries).toEqual(['x'.repeat(80)]);
});

test('a match is marked in upper and lower case', () => {
  expect(markMatch('Tanaka Yoko', 'tana')).toEqual(['', 'Tana', 'ka Yoko']);
  expect(markMatch('田中', '中')).toEqual(['田', '中', '']);
  expect(markMatch('abc', 'x')).toEqual(['abc', '', '']);
  expect(markMatch('abc', '')).toEqual(['abc', '', '']);
});

test('the groups’ order is that of their kinds and names, whichever source came first', async () => {
  const leave = [
    addPaletteSource(source('logout', () => [item('a')], 'acts')),
    addPaletteSource(source('users', () => [item('b')])),
    addPaletteSource(source('cases', () => [item('c')])),
    addPaletteSource(source('here', () => [item('d')], 'page')),
    addPaletteSource(source('users', () => [item('e')])),
  ];
  expect(await searched('')).toEqual([['here', 'cases', 'users', 'logout']]);
  leave[3]?.();
  expect(await searched('')).toEqual([['cases', 'users', 'logout']]);
  for (const away of leave) away();
});
