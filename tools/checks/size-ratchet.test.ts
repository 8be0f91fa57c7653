import { expect, test } from 'vitest';
import { plant } from './test-repository.ts';
import { checkSizes, fileLimit, functionLimit, sizeComplaints, oversized } from './size-ratchet.ts';

const lines = (count: number): string => 'x();\n'.repeat(count);
const body = (count: number): string => `{\n${lines(count - 2)}}`;

test('a file at the limit passes, one line more does not', () => {
  expect(oversized('a.ts', lines(fileLimit))).toEqual([]);
  expect(oversized('a.ts', lines(fileLimit + 1))).toEqual([{ where: 'a.ts', lines: fileLimit + 1 }]);
});

test.each([
  ['function declaration', (text: string) => `function f() ${text}`, 'f'],
  ['arrow function', (text: string) => `const f = () => ${text};`, 'f'],
  ['method', (text: string) => `class C { f() ${text} }`, 'f'],
  ['accessor', (text: string) => `class C { get f() ${text} }`, 'f'],
  ['property', (text: string) => `const o = { f: function () ${text} };`, 'f'],
  ['test', (text: string) => `test('a title', () => ${text});`, 'test() “a title”'],
])('a %s at the limit passes, one line more does not', (_kind, wrap, name) => {
  expect(oversized('a.ts', wrap(body(functionLimit)))).toEqual([]);
  expect(oversized('a.ts', wrap(body(functionLimit + 1)))).toEqual([
    { where: `a.ts#${name}`, lines: functionLimit + 1 },
  ]);
});

test('of a function inside another only the first line counts for the other', () => {
  const inner = `const g = () => ${body(functionLimit)};\n`;
  const around = (count: number): string => `function f() {\n${inner}${inner}${lines(count)}}\n`;
  expect(oversized('a.ts', around(functionLimit - 4))).toEqual([]);
  expect(oversized('a.ts', around(functionLimit - 3))).toEqual([
    { where: 'a.ts#f', lines: functionLimit + 1 },
  ]);
});

test('a component in a .tsx file is a function too', () => {
  const text = `export function Page() {\n${lines(functionLimit)}return <p>text</p>;\n}\n`;
  expect(oversized('page.tsx', text)).toEqual([{ where: 'page.tsx#Page', lines: functionLimit + 3 }]);
});

test('an exception is valid only at its exact size, while it is needed and counted', () => {
  const found = [{ where: 'a.ts', lines: 320 }];
  const known = [{ where: 'a.ts', lines: 320 }];
  expect(sizeComplaints(found, known, 1)).toEqual([]);
  expect(sizeComplaints(found, [], 1)).toEqual(['a.ts: 320 lines, the limit is 300']);
  expect(sizeComplaints([{ where: 'a.ts', lines: 321 }], known, 1)).toEqual([
    'a.ts: grew from 320 to 321 lines',
  ]);
  expect(sizeComplaints([{ where: 'a.ts', lines: 310 }], known, 1)).toEqual([
    'a.ts: shrank to 310 lines; lower its entry from 320',
  ]);
  expect(sizeComplaints([], known, 1)).toEqual(['a.ts: no longer needs its exception; remove the entry']);
  expect(sizeComplaints(found, known, 0)).toEqual([
    'size-exceptions.json has 1 entries; at most 0 are allowed',
  ]);
});

test('a planted long file is found in a repository', () => {
  const { root, remove } = plant({
    'packages/server/src/long.ts': lines(fileLimit + 1),
    'packages/server/src/short.ts': lines(1),
    'tools/checks/size-exceptions.json': '[]',
  });
  expect(checkSizes(root)).toEqual(['packages/server/src/long.ts: 301 lines, the limit is 300']);
  remove();
});
