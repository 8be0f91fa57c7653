import { expect, test } from 'vitest';
import { readImportGraph } from './import-graph.ts';
import { checkSupportNames } from './support-names.ts';
import { plant } from './test-repository.ts';

const kept = 'packages/domain/src/case/kept.ts';

test('a file that only tests use is named test-…', () => {
  const from = (...names: string[]) => names.map((name) => `import '${name}';\n`).join('');
  const { root, remove } = plant({
    [kept]: '',
    'packages/domain/src/case/kept.test.ts': from('./kept.ts', './test-cases.ts', './case-fixture.ts'),
    'packages/domain/src/case/user.ts': from('./kept.ts'),
    'packages/domain/src/case/test-cases.ts': from('./sample-people.ts'),
    'packages/domain/src/case/case-fixture.ts': '',
    'packages/domain/src/case/sample-people.ts': '',
    'packages/domain/src/case/forgotten.ts': from('./case-part.ts'),
    'packages/domain/src/case/case-part.ts': '',
    'packages/domain/src/case/forgotten.test.ts': from('./forgotten.ts'),
    'packages/web/src/features/cases/case-page.tsx': '',
    'packages/web/src/features/cases/case-page.test.tsx': from('./case-page.tsx'),
  });
  const found = checkSupportNames(readImportGraph(root));
  expect(found.map((line) => line.split(':')[0]).sort()).toEqual([
    'packages/domain/src/case/case-fixture.ts',
    'packages/domain/src/case/case-part.ts',
    'packages/domain/src/case/forgotten.ts',
    'packages/domain/src/case/sample-people.ts',
  ]);
  remove();
});
