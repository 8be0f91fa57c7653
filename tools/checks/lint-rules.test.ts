import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { lint, silencedFiles } from './lint.ts';
import { plant, type Planted } from './test-repository.ts';

const promised = 'declare function later(): Promise<void>;\n';

/** Each rule with a file that breaks it, and the text of the file. */
const violations = [
  ['typescript/no-explicit-any', 'packages/domain/src/a.ts', 'export const f = (x: any): unknown => x;\n'],
  [
    'typescript/no-non-null-assertion',
    'packages/domain/src/b.ts',
    'export const f = (x: string[]) => x[0]!;\n',
  ],
  [
    'typescript/consistent-type-assertions',
    'packages/domain/src/c.ts',
    'export const f = (x: unknown) => x as string;\n',
  ],
  [
    'typescript/no-floating-promises',
    'packages/server/src/d.ts',
    `${promised}export const f = () => { later(); };\n`,
  ],
  [
    'typescript/no-misused-promises',
    'packages/server/src/e.ts',
    `${promised}export const f = (x: string[]) => { x.forEach(async () => { await later(); }); };\n`,
  ],
  [
    'typescript/switch-exhaustiveness-check',
    'packages/domain/src/f.ts',
    "export function f(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }\n",
  ],
  [
    'typescript/no-unsafe-assignment',
    'packages/server/src/g.ts',
    "export const f: unknown = [JSON.parse('1')];\nexport const g = JSON.parse('1');\n",
  ],
  [
    'typescript/no-unsafe-return',
    'packages/server/src/h.ts',
    'export const f = (): string => JSON.parse("1");\n',
  ],
  ['rhythmdesk/no-clock-no-chance', 'packages/ecg/src/i.ts', 'export const f = () => Date.now();\n'],
  ['rhythmdesk/no-clock-no-chance', 'packages/ecg/src/j.ts', 'export const f = () => new Date();\n'],
  ['rhythmdesk/no-clock-no-chance', 'packages/domain/src/k.ts', 'export const f = () => Math.random();\n'],
  [
    'rhythmdesk/no-clock-no-chance',
    'packages/domain/src/l.test.ts',
    'export const f = () => Math.random();\n',
  ],
  ['rhythmdesk/no-barrels', 'packages/server/src/m.ts', "export * from './clean.ts';\n"],
  ['rhythmdesk/no-barrels', 'packages/web/src/n.ts', "export { clean } from './clean.ts';\n"],
  [
    'rhythmdesk/full-import-names',
    'packages/server/src/o.ts',
    "import { clean } from './clean';\nexport const f = clean;\n",
  ],
  ['eslint/no-console', 'packages/server/src/p.ts', "export const f = () => { console.log('x'); };\n"],
  ['eslint/no-warning-comments', 'packages/server/src/q.ts', '// TODO later\nexport const f = 1;\n'],
  [
    'typescript/no-explicit-any',
    'packages/server/src/r.ts',
    '// eslint-disable-next-line\nexport const f = (x: any): unknown => x;\n',
  ],
  ['typescript/ban-ts-comment', 'packages/server/src/s.ts', "// @ts-ignore\nexport const f: number = 'x';\n"],
  [
    'react-hooks/rules-of-hooks',
    'packages/web/src/t.tsx',
    "import { useState } from 'react';\nexport function T({ on }: { on: boolean }) { if (on) { useState(1); } return null; }\n",
  ],
  [
    'react-hooks/exhaustive-deps',
    'packages/web/src/x.tsx',
    "import { useEffect } from 'react';\nexport function T({ on }: { on: () => void }) { useEffect(() => { on(); }, []); return null; }\n",
  ],
  ['react/purity', 'packages/web/src/y.tsx', 'export function T() { return <i>{Math.random()}</i>; }\n'],
  [
    'typescript/no-unnecessary-condition',
    'packages/server/src/z.ts',
    'export const f = (x: string): number => (x === null ? 1 : 2);\n',
  ],
  [
    'typescript/restrict-template-expressions',
    'packages/domain/src/aa.test.ts',
    'export const f = (x: string | undefined): string => `${x}`;\n',
  ],
  [
    'rhythmdesk/suspense-fallback',
    'packages/web/src/ag.tsx',
    "import { Suspense } from 'react';\nexport const T = () => <Suspense><i /></Suspense>;\n",
  ],
  ...[
    "fetch('/api/v1/user/me')",
    'fetch(`${apiBase}user/me`)',
    "window.location.assign('/login')",
    "window.open('/detail/5')",
    "window.history.replaceState(null, '', `/login${apiBase}`)",
    "navigator.serviceWorker.register('/push-worker.js')",
    'window.location.pathname',
  ].map(
    (code, at) =>
      [
        'rhythmdesk/browser-addresses',
        `packages/web/src/ah${String(at)}.ts`,
        `const apiBase = '/api/v1/';\nexport const f = (): unknown => [apiBase, ${code}];\n`,
      ] as const,
  ),
  [
    'rhythmdesk/browser-addresses',
    'packages/web/src/ai.tsx',
    'export const T = () => <a href="/upload">x</a>;\n',
  ],
  [
    'rhythmdesk/browser-addresses',
    'packages/web/src/aj.ts',
    'const { pathname } = window.location;\nexport const f = pathname;\n',
  ],
  ...[
    "localStorage.getItem('x')",
    'window.sessionStorage',
    "new BroadcastChannel('x')",
    "indexedDB.open('x')",
    "window.open('about:blank', 'x')",
  ].map(
    (code, at) =>
      [
        'rhythmdesk/own-names',
        `packages/web/src/ak${String(at)}.ts`,
        `export const f = (): unknown => ${code};\n`,
      ] as const,
  ),
  ...['<a href="/try-api">x</a>', "<img src='/mark.svg'>"].map(
    (markup, at) =>
      [
        'rhythmdesk/server-addresses',
        `packages/server/src/al${String(at)}.ts`,
        `export const f = (x: string): string => \`${markup}\${x}\`;\n`,
      ] as const,
  ),
  ...["to.redirect('/login')", "to.header('location', '/login')", "to.head({ location: '/login' })"].map(
    (code, at) =>
      [
        'rhythmdesk/server-addresses',
        `packages/server/src/am${String(at)}.ts`,
        `export const f = (to: Record<string, (...x: unknown[]) => unknown>): unknown => ${code};\n`,
      ] as const,
  ),
  ['typescript/no-explicit-any', 'tools/u.ts', 'export const f = (x: any): unknown => x;\n'],
  ['typescript/no-explicit-any', 'e2e/v.ts', 'export const f = (x: any): unknown => x;\n'],
] as const;

/** Code that must stay allowed, one file for each package. */
const clean = [
  ['packages/ecg/src/clean.ts', 'export const at = (ms: number): Date => new Date(ms);\n'],
  ['packages/domain/src/clean.ts', "export const names = ['a', 'b'] as const;\n"],
  [
    'packages/contract/src/fields.ts',
    'export type Row = { readonly asked_at: string; readonly masked: boolean };\n',
  ],
  ['packages/contract/src/clean.ts', 'export const pageSize = 10;\n'],
  ['packages/server/src/clean.ts', 'export const clean = (): number => Date.now() + Math.random();\n'],
  ['packages/web/src/clean.ts', 'export const clean = (): string => document.title;\n'],
  [
    'packages/web/src/addresses.ts',
    "declare function ownName(x: string): string;\ndeclare const location: { pathname: string };\nexport const f = (x: string): unknown => [fetch(x), window.open(x, ownName('x')), location.pathname];\n",
  ],
] as const;

/** Split in two, so that this file itself contains no such comment. */
const silencing = `${['/* oxlint', 'disable */'].join('-')}\nexport const f = (x: any): unknown => x;\n`;

const diagnostics = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

let planted: Planted;
let silenced: readonly string[] = [];
const found = new Map<string, string[]>();

beforeAll(async () => {
  const sources = [...violations.map(([, path, text]) => [path, text] as const), ...clean];
  const rules = new URL('lint-rules.ts', import.meta.url).pathname;
  planted = plant({
    ...Object.fromEntries(sources),
    'packages/server/src/w.ts': silencing,
    'oxlint.config.ts': `import { lintRules } from '${rules}';\nexport default lintRules;\n`,
  });
  const { stdout } = await lint(planted.root, 'json');
  for (const { code, filename } of diagnostics.parse(JSON.parse(stdout)).diagnostics) {
    const rule = code.replace(/\((.*)\)$/, '/$1');
    found.set(filename, [...(found.get(filename) ?? []), rule]);
  }
  silenced = silencedFiles(planted.root);
});

afterAll(() => planted.remove());

test.each(violations)('%s catches %s', (rule, path) => {
  expect(found.get(path)).toContain(rule);
});

test.each(clean)('%s is accepted', (path) => {
  expect(found.get(path)).toBeUndefined();
});

test('a comment that switches the linter off is found by its file', () => {
  expect(silenced).toEqual(['packages/server/src/w.ts']);
});
