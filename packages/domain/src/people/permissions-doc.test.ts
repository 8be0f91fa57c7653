import { expect, test } from 'vitest';
import { permissionsText } from './permissions-doc.ts';
import { flagMeanings, scopeLetters } from './permission-cells.ts';
import { permissions } from './permissions.ts';

test('the page has every permission, scope and note', () => {
  const text = permissionsText();
  for (const permission of Object.keys(permissions)) expect(text).toContain(`| \`${permission}\` |`);
  for (const scope of Object.keys(scopeLetters)) expect(text).toContain(`| ${scope} |`);
  for (const flag of Object.keys(flagMeanings)) expect(text).toContain(`\`${flag}\``);
  expect(text).toContain('| `audit.read` | - | - | - | - | - | - | - | A |');
  expect(text).toContain('| `case.request` | - | h | - | - | g (6) | - | - | A |');
});

test('each scope has its own letter', () => {
  const letters = Object.values(scopeLetters);
  expect(new Set(letters).size).toBe(letters.length);
});
