/** Tests that the path of three minutes in docs/product.md names keys that the product has. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionKeys } from '../actions/action-keys.ts';
import { pageKeys } from '../page/page-keys.ts';
import { reportKeys } from './report/report-keys.ts';

const file = join(import.meta.dirname, '../../../../../../docs/product.md');

test('the path of three minutes names keys that the product has', async () => {
  const text = await readFile(file, 'utf8');
  const step = (number: number) => text.split('\n').find((line) => line.startsWith(`| ${String(number)} |`));
  expect(step(5)).toContain(
    `\`${actionKeys['next-step'].keys[0]}\`, then \`${pageKeys['open-desk'].keys[0]}\``,
  );
  expect(step(8)).toContain(`\`${reportKeys['phrases-all'].keys[0]}\``);
});
