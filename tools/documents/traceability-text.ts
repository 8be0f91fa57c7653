/**
 * Makes docs/traceability.csv: each requirement of the specification with the code that its tests are about and the tests
 * that show it, one line for each test, as IEC 62304 asks for. The code is the module beside a test; a journey has none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, rowsOf } from '../checks/specification-coverage.ts';

const field = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the module of a test, or its folder if no file has the test's name. */
function codeOf(root: string, test: string): string {
  if (test.endsWith('.journey.ts')) return '';
  const beside = test.replace(/\.test\.(tsx?)$/, '.$1');
  if (existsSync(join(root, beside))) return beside;
  return test.slice(0, test.lastIndexOf('/') + 1);
}

export function traceabilityText(root: string): string {
  const page = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8');
  const lines = rowsOf(page).flatMap(({ id, words, shownBy }) =>
    shownBy.split('<br>').map((shown) => {
      const [, file, title = ''] = /^`([^`]+)` (.+)$/.exec(shown.trim()) ?? [];
      const test = file === undefined ? '' : pathOf(file);
      return [id, words, test === '' ? '' : codeOf(root, test), test, title || shown.trim()];
    }),
  );
  const heads = ['requirement', 'text', 'code', 'test_file', 'test'];
  return `${[heads, ...lines].map((line) => line.map(field).join(',')).join('\n')}\n`;
}
