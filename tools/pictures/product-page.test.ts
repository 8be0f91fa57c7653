/** Checks that docs/product.md shows every picture that the command takes, and that the pictures stay small. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casePlans } from '../demo/case-plans.ts';
import { demoUsers } from '../demo/demo-people.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { scenes, shownCase } from './picture-scenes.ts';

const mostBytes = 2_000_000;
const folder = join(repositoryRoot, 'docs/pictures');
const files = scenes.flatMap(({ name, themes }) => themes.map((theme) => `${name}-${theme}.webp`)).sort();

test('the folder has the pictures of the command and no others, in at most 2 MB', () => {
  expect(readdirSync(folder).sort()).toEqual(files);
  const bytes = files.map((file) => statSync(join(folder, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
});

test('the page shows every picture', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/product.md'), 'utf8');
  const shown = [...text.matchAll(/\(pictures\/([\w-]+\.webp)\)/g)].map(([, file = '']) => file);
  expect(shown.sort()).toEqual(files);
});

test('the pictures show people and a case of the demo', () => {
  const ids = new Set(demoUsers.map(({ user_id }) => user_id));
  expect(scenes.filter(({ user_id }) => !ids.has(user_id))).toEqual([]);
  const plan = casePlans(new Date()).find(({ hn_id }) => hn_id === shownCase.hn_id);
  expect(plan).toMatchObject({ stage: 'assigned', seconds: 86_400, signal: true });
});
