/** Checks that the files and folders that docs/map.md and docs/tour.md name exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles, repositoryRoot } from '../processes/repository.ts';

const files = ownFiles(repositoryRoot).map((file) => `/${file}`);

/** Paths start at any folder; the map leaves out `src` and the language of texts. */
const spellings = (name: string): string[] => [
  name,
  name.replace(/^(ecg|domain|contract|server|web)\//, '$1/src/'),
  name.replace(/^texts\//, 'texts/en/'),
];

const exists = (name: string): boolean =>
  spellings(name).some((path) =>
    files.some(
      (file) =>
        file.endsWith(`/${path}`) ||
        file.endsWith(`/${path}.ts`) ||
        file.includes(`/${path.replace(/\/$/, '')}/`),
    ),
  );

const isPath = (name: string): boolean =>
  /^[a-z.][\w.\-/]*$/.test(name) && /\/|\.(?:tsx?|mjs|cjs|json|sql|md)$/.test(name) && !name.startsWith('..');

test.each(['docs/map.md', 'docs/tour.md'])('every file that %s names exists', (page) => {
  const text = readFileSync(join(repositoryRoot, page), 'utf8');
  const names = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter(isPath);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});
