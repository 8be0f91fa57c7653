import { ESLint } from 'eslint';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintRules } from './lint-rules.mjs';
import { plant, type Planted } from './planted-repository.ts';

const promised = 'declare function later(): Promise<void>;\n';

/** Rule, the file that breaks it, its text. */
const violations = [
  [
    '@typescript-eslint/no-explicit-any',
    'packages/domain/src/a.ts',
    'export const f = (x: any): unknown => x;\n',
  ],
  [
    '@typescript-eslint/no-non-null-assertion',
    'packages/domain/src/b.ts',
    'export const f = (x: string[]) => x[0]!;\n',
  ],
  [
    '@typescript-eslint/consistent-type-assertions',
    'packages/domain/src/c.ts',
    'export const f = (x: unknown) => x as string;\n',
  ],
  [
    '@typescript-eslint/no-floating-promises',
    'packages/server/src/d.ts',
    `${promised}export const f = () => { later(); };\n`,
  ],
  [
    '@typescript-eslint/no-misused-promises',
    'packages/server/src/e.ts',
    `${promised}export const f = (x: string[]) => { x.forEach(async () => { await later(); }); };\n`,
  ],
  [
    '@typescript-eslint/switch-exhaustiveness-check',
    'packages/domain/src/f.ts',
    "export function f(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }\n",
  ],
  [
    '@typescript-eslint/no-unsafe-assignment',
    'packages/server/src/g.ts',
    "export const f: unknown = [JSON.parse('1')];\nexport const g = JSON.parse('1');\n",
  ],
  [
    '@typescript-eslint/no-unsafe-return',
    'packages/server/src/h.ts',
    'export const f = (): string => JSON.parse("1");\n',
  ],
  ['no-restricted-syntax', 'packages/ecg/src/i.ts', 'export const f = () => Date.now();\n'],
  ['no-restricted-syntax', 'packages/ecg/src/j.ts', 'export const f = () => new Date();\n'],
  ['no-restricted-syntax', 'packages/domain/src/k.ts', 'export const f = () => Math.random();\n'],
  ['no-restricted-syntax', 'packages/domain/src/l.test.ts', 'export const f = () => Math.random();\n'],
  ['no-restricted-syntax', 'packages/server/src/m.ts', "export * from './clean.ts';\n"],
  ['no-restricted-syntax', 'packages/web/src/n.ts', "export { clean } from './clean.ts';\n"],
  [
    'no-restricted-syntax',
    'packages/server/src/o.ts',
    "import { clean } from './clean';\nexport const f = clean;\n",
  ],
  ['no-console', 'packages/server/src/p.ts', "export const f = () => { console.log('x'); };\n"],
  ['no-warning-comments', 'packages/server/src/q.ts', '// TODO later\nexport const f = 1;\n'],
  [
    '@typescript-eslint/no-explicit-any',
    'packages/server/src/r.ts',
    '// eslint-disable-next-line\nexport const f = (x: any): unknown => x;\n',
  ],
  [
    '@typescript-eslint/ban-ts-comment',
    'packages/server/src/s.ts',
    "// @ts-ignore\nexport const f: number = 'x';\n",
  ],
  [
    'react-hooks/rules-of-hooks',
    'packages/web/src/t.tsx',
    "import { useState } from 'react';\nexport function T({ on }: { on: boolean }) { if (on) { useState(1); } return null; }\n",
  ],
  ['@typescript-eslint/no-explicit-any', 'tools/u.ts', 'export const f = (x: any): unknown => x;\n'],
  ['@typescript-eslint/no-explicit-any', 'e2e/v.ts', 'export const f = (x: any): unknown => x;\n'],
] as const;

/** What must stay allowed, a file a room. */
const clean = [
  ['packages/ecg/src/clean.ts', 'export const at = (ms: number): Date => new Date(ms);\n'],
  ['packages/domain/src/clean.ts', "export const names = ['a', 'b'] as const;\n"],
  ['packages/contract/src/clean.ts', 'export const pageSize = 10;\n'],
  ['packages/server/src/clean.ts', 'export const clean = (): number => Date.now() + Math.random();\n'],
  ['packages/web/src/clean.ts', 'export const clean = (): string => document.title;\n'],
] as const;

let planted: Planted;
const found = new Map<string, string[]>();

beforeAll(async () => {
  const sources = [...violations.map(([, path, text]) => [path, text] as const), ...clean];
  planted = plant(Object.fromEntries(sources));
  const { root } = planted;
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: lintRules(root) });
  for (const { filePath, messages } of await eslint.lintFiles(['.'])) {
    const path = relative(root, filePath).replaceAll('\\', '/');
    found.set(
      path,
      messages.map(({ ruleId, message }) => ruleId ?? message),
    );
  }
});

afterAll(() => planted.remove());

test.each(violations)('%s catches %s', (rule, path) => {
  expect(found.get(path)).toContain(rule);
});

test.each(clean)('%s is let pass', (path) => {
  expect(found.get(path)).toEqual([]);
});
