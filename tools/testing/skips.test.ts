/**
 * Checks the tests over real recordings, which need `../shared/data` and are skipped without it; the run then lists
 * them, and fails if it must be complete (`CI=true`). Invariant: each says in its title what it needs, and what it
 * shows of real signals is also tested with synthetic ones, in its own file or in the file listed here.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';

const twins: Readonly<Record<string, readonly string[]>> = {
  'packages/ecg/src/rhythm/analysis-real.test.ts': [
    'packages/ecg/src/rhythm/analysis-rhythm.test.ts',
    'packages/ecg/src/rhythm/analysis-laws.test.ts',
    'packages/ecg/src/rhythm/ventricular-flutter.test.ts',
  ],
  'tools/ecg/bench-laws.test.ts': ['packages/ecg/src/rhythm/analysis-laws.test.ts'],
  'tools/import/hostile-samples.test.ts': ['packages/web/src/features/uploads/convert/hostile-bytes.test.ts'],
  'tools/import/same-ecg.test.ts': [
    'packages/ecg/src/formats/dicom-waveform.test.ts',
    'packages/ecg/src/formats/aecg.test.ts',
  ],
};

const sources = globSync(
  ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'e2e/journeys/*.journey.ts'],
  { cwd: repositoryRoot, exclude: (name) => name === 'node_modules' },
).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(repositoryRoot, path), 'utf8')] as const);

const needsRecordings = /shared\/data|hasDevelopmentData/;
const skipping = sources.filter(
  ([path, text]) =>
    /^test\.skipIf\(/m.test(text) && needsRecordings.test(text) && !path.endsWith('skips.test.ts'),
);
const ownTests = (text: string): number => text.match(/^test(?!\.skipIf)[.(]/gm)?.length ?? 0;

test('every test that may be skipped names its requirement', () => {
  expect(skipping.length).toBeGreaterThan(5);
  for (const [path, text] of skipping) {
    const titles = [...text.matchAll(/^test\.skipIf\([\s\S]*?\(\s*'([^']+)'/gm)].map(
      ([, title = '']) => title,
    );
    expect([path, titles.length]).toEqual([path, text.match(/^test\.skipIf\(/gm)?.length]);
    expect([path, titles.filter((title) => !title.includes('(needs ../shared/data)'))]).toEqual([path, []]);
  }
});

test('every claim about real recordings is also tested with synthetic ones', () => {
  const known = new Map(sources);
  for (const [path, text] of skipping) {
    const own = ownTests(text) > 0;
    const elsewhere = (twins[path] ?? []).map((twin) => [twin, ownTests(known.get(twin) ?? '')] as const);
    expect([path, own || elsewhere.length > 0]).toEqual([path, true]);
    for (const [twin, count] of elsewhere) expect([twin, count > 0]).toEqual([twin, true]);
  }
  expect(Object.keys(twins).filter((path) => !known.has(path))).toEqual([]);
});
