import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readImportGraph } from './import-graph.ts';
import { lintStale } from './lint.ts';
import { plant, type Planted } from './test-repository.ts';

const save = 'packages/server/src/save.ts';
const files = {
  [save]: 'export const save = (): void => undefined;\n',
  'packages/server/src/near.ts':
    "import { save } from './save.ts';\nexport const f = (): void => { save(); };\n",
  'packages/server/src/far.ts': 'export const far = 1;\n',
};

let planted: Planted;
const write = (path: string, text: string): void => writeFileSync(join(planted.root, path), text);
const run = (changed?: readonly string[]) =>
  lintStale(planted.root, readImportGraph(planted.root), { fresh: false, changed });

beforeAll(() => {
  const rules = new URL('lint-rules.ts', import.meta.url).pathname;
  const settings = `import { lintRules } from '${rules}';\nexport default lintRules;\n`;
  planted = plant({ ...files, 'oxlint.config.ts': settings });
});
afterAll(() => planted.remove());

test('an unchanged file is linted again once a type that it uses has changed', async () => {
  expect((await run()).passed).toBe(true);
  write(save, 'export const save = async (): Promise<void> => undefined;\n');
  const again = await run();
  expect(again.passed).toBe(false);
  expect(again.output).toContain('no-floating-promises');
  expect(again.output).toContain('near.ts');
  expect((await run()).passed).toBe(false);
  write(save, files[save]);
  expect(await run()).toEqual({ passed: true, output: '' });
});

test('with the names of changed files only these and their importers are linted', async () => {
  write('packages/server/src/far.ts', 'export const far = (x: any): unknown => x;\n');
  expect(await run([save])).toEqual({ passed: true, output: '' });
  const { passed, output } = await run(['packages/server/src/far.ts']);
  expect([passed, output.includes('no-explicit-any')]).toEqual([false, true]);
});
