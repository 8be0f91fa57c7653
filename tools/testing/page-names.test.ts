/**
 * Checks that the names by which benchmarks and pictures find things on the page are texts of the page. Nothing else
 * notices a changed text there, since `npm test` runs neither of them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { repositoryRoot } from '../processes/repository.ts';

const at = (path: string): string => join(repositoryRoot, path);
const folders = ['tools/bench/*.ts', 'tools/pictures/*.ts', 'tools/testing/demo-browser.ts'];
const sources = globSync(folders, { cwd: repositoryRoot }).filter((path) => !path.endsWith('.test.ts'));

/** A name in a call that finds something on the page: a string, or the beginning of a pattern. */
const named =
  /(?:getBy(?:Text|Label)\(|getByRole\('[a-z]+', \{ name: |(?:step|inQueue|wallButton)\('[^']+', )(?:'([^']+)'|\/((?:[^/\\]|\\.)+)\/)/g;

type Name = { readonly path: string; readonly words: string; readonly isIn: (text: string) => boolean };

function namesIn(path: string): Name[] {
  const text = readFileSync(at(path), 'utf8');
  return [...text.matchAll(named)].map(([, words = '', pattern]) => {
    if (pattern === undefined) return { path, words, isIn: (one) => one === words };
    const found = new RegExp(pattern);
    return { path, words: pattern, isIn: (one) => found.test(one) };
  });
}

/** The pictures also look for a phrase of a conclusion. */
const phrases = 'packages/domain/src/report/starter-phrases.ts';
const textFile = z.object({ texts: z.record(z.string(), z.string()) });

/** Returns every English text of the page, with numbers in place of its values. */
async function shownTexts(): Promise<string[]> {
  const files = globSync('packages/web/src/platform/texts/en/*.ts', { cwd: repositoryRoot });
  const read = await Promise.all(files.map(async (path) => textFile.parse(await import(at(path)))));
  const texts = read.flatMap((file) => Object.values(file.texts));
  const plain = texts.map((text) => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\{\{[^}]+\}\}/g, '10'));
  return [...plain, readFileSync(at(phrases), 'utf8')];
}

test('every name that benchmarks and pictures look for is a text of the page', async () => {
  const names = sources.flatMap(namesIn);
  expect(names.length).toBeGreaterThan(30);
  const texts = await shownTexts();
  const lost = names.filter(({ isIn }) => !texts.some(isIn));
  expect(lost.map(({ path, words }) => `${path}: ${words}`)).toEqual([]);
});
