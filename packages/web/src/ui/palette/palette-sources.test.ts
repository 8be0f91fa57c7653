import { expect, test } from 'vitest';
import { addPaletteSource, markMatch, type PaletteSource, searchPalette } from './palette-sources.ts';

const item = (id: string) => ({ id, title: id, run: () => undefined });
const source = (id: string, search: PaletteSource['search']): PaletteSource => ({ id, title: id, search });

test('groups keep the order of the sources and empty ones are left out', async () => {
  const groups = await searchPalette('x', new AbortController().signal, [
    source('late', () => Promise.resolve([item('a')])),
    source('none', () => []),
    source('now', () => [item('b')]),
  ]);
  expect(groups.map((group) => group.id)).toEqual(['late', 'now']);
});

test('a source that fails does not hide the others', async () => {
  const groups = await searchPalette('x', new AbortController().signal, [
    source('broken', () => Promise.reject(new Error('no'))),
    source('fine', () => [item('b')]),
  ]);
  expect(groups.map((group) => group.id)).toEqual(['fine']);
});

test('a match is marked without regard to case', () => {
  expect(markMatch('Tanaka Yoko', 'tana')).toEqual(['', 'Tana', 'ka Yoko']);
  expect(markMatch('田中', '中')).toEqual(['田', '中', '']);
  expect(markMatch('abc', 'x')).toEqual(['abc', '', '']);
  expect(markMatch('abc', '')).toEqual(['abc', '', '']);
});

test('what the open page offers stands first, while it stands', async () => {
  const leaveAll = addPaletteSource(source('everywhere', () => [item('a')]));
  const leavePage = addPaletteSource({ ...source('page', () => [item('b')]), first: true });
  const ids = async () => (await searchPalette('', new AbortController().signal)).map(({ id }) => id);
  expect(await ids()).toEqual(['page', 'everywhere']);
  leavePage();
  expect(await ids()).toEqual(['everywhere']);
  leaveAll();
});
