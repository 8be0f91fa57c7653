import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { checkConflictMarkers, markerLines } from './conflict-markers.ts';

// No line of this file may itself look like a marker.
const [ours, base, middle, theirs] = ['<'.repeat(7), '|'.repeat(7), '='.repeat(7), '>'.repeat(7)] as const;
const conflict = ['first', `${ours} HEAD`, 'a', `${base} 1a2b3c4`, 'b', middle, 'c', `${theirs} other`];

function repository(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'rhythmdesk-conflict-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('each marker of a conflict is found, also with line ends of Windows and without a name', () => {
  expect(markerLines(conflict.join('\n'))).toEqual([2, 4, 6, 8]);
  expect(markerLines(conflict.join('\r\n'))).toEqual([2, 4, 6, 8]);
  expect(markerLines(`${ours}\na\n${middle}\nb\n${theirs}\n`)).toEqual([1, 3, 5]);
});

test.each([
  ['a quoted diff', `> ${ours} HEAD`],
  ['a table', '||||||||'],
  ['a long rule', `${middle}=`],
  ['an indented example', `    ${middle}`],
  ['a shift', 'a <<<<<<<b'],
])('%s is no marker', (_name, text) => {
  expect(markerLines(text)).toEqual([]);
});

test('documents, data and new files are read; ignored, deleted and binary ones are not', async () => {
  const text = conflict.slice(0, 2).join('\n');
  const root = repository({
    '.gitignore': 'ignored.md\n',
    'docs/map.md': text,
    '.github/rules.yml': text,
    'deleted.md': text,
    'ignored.md': text,
    'picture.png': `\0\n${text}`,
    'fine.json': '{}\n',
  });
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init');
  git('add', '.');
  rmSync(join(root, 'deleted.md'));
  writeFileSync(join(root, 'new.md'), text);
  expect((await checkConflictMarkers(root)).sort()).toEqual([
    '.github/rules.yml:2: a marker of an unfinished merge',
    'docs/map.md:2: a marker of an unfinished merge',
    'new.md:2: a marker of an unfinished merge',
  ]);
});

test('outside of git the files that people wrote are read', async () => {
  const root = repository({ 'docs/map.md': conflict.join('\n'), 'node_modules/x/read.md': `${ours} a` });
  expect(await checkConflictMarkers(root)).toHaveLength(4);
});

test('the repository has none', async () => {
  expect(await checkConflictMarkers(repositoryRoot)).toEqual([]);
});
