/** Tests that every setting of docs/operating.md is given to the product by a test or a fault program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '@rhythmdesk/server/platform/config/settings';
import { expect, test } from 'vitest';
import { ownFiles, repositoryRoot } from '../processes/repository.ts';

/** Tests of the table itself give values to settings without trying what they do. */
const isTrial = (path: string): boolean =>
  (/\.(test|journey)\.tsx?$/.test(path) ||
    /\/test-[\w-]+\.ts$/.test(path) ||
    path.startsWith('tools/faults/')) &&
  !/config\.test\.ts$|settings-tried\.test\.ts$/.test(path);

const texts = ownFiles(repositoryRoot)
  .filter(isTrial)
  .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));

/** A setting is given as a property, as `{ name: value }` or `{ name }`, or as the first cell of a row of values. */
const givesIn = (name: string, text: string): boolean =>
  new RegExp(`\\b${name}(:|\\s*[,}=])|\\['${name}',`).test(text);

const trialsOf = (name: string): string[] =>
  texts.filter(({ text }) => givesIn(name, text)).map(({ path }) => path);

test('every setting is tried by a test', () => {
  const untried = Object.keys(settings).filter((name) => trialsOf(name).length === 0);
  expect(untried).toEqual([]);
});

test('a mention in words is no trial', () => {
  expect(givesIn('PORT', '// PORT is set')).toBe(false);
  expect(givesIn('PORT', "{ PORT: '0' }")).toBe(true);
});
