/**
 * Finds the files of the packages that only tests use although their names do not say so. Test support has one name,
 * `test-…`; a file of the product that only its own test uses is not used at all.
 */
import { reversed, type ImportGraph } from './import-graph.ts';

const isProduct = /^packages\/[a-z]+\/src\/.*\.tsx?$/;
const isTest = /\.(?:test|bench|journey)\.tsx?$|^e2e\/|\/test-[a-z0-9-]+\.tsx?$/;
/** The page finds these by a glob. */
const isPage = /^packages\/web\/src\/features\/.*-page\.tsx$/;

export function checkSupportNames({ names, runs }: Pick<ImportGraph, 'names' | 'runs'>): string[] {
  const importers = reversed(names);
  const starters = reversed(runs);
  const onlyForTests = new Set<string>();
  const usesOf = (file: string): string[] =>
    [...(importers.get(file) ?? []), ...(starters.get(file) ?? [])].filter((user) => user !== file);
  const candidates = [...names.keys()].filter(
    (file) => isProduct.test(file) && !isTest.test(file) && !isPage.test(file) && !file.endsWith('.d.ts'),
  );
  for (let before = -1; before < onlyForTests.size;) {
    before = onlyForTests.size;
    for (const file of candidates) {
      const uses = usesOf(file);
      if (uses.length > 0 && uses.every((user) => isTest.test(user) || onlyForTests.has(user)))
        onlyForTests.add(file);
    }
  }
  return [...onlyForTests].map((file) => `${file}: only tests use it; name it test-…, or delete it`);
}
