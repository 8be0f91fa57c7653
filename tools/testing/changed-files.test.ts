import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

let root: string;
const git = (...args: string[]): void => {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@rhythmdesk.example'];
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
};
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rhythmdesk-changed-'));
  git('init', '--initial-branch=main');
  write('.gitignore', 'ignored.ts\n');
  for (const name of ['kept.ts', 'changed.ts', 'moved.ts', 'on-main.ts'])
    write(name, `${name} in first form\n`);
  git('add', '.');
  git('commit', '-m', 'First');
  git('checkout', '-b', 'work');
  write('committed.ts', 'on the branch\n');
  git('add', '.');
  git('commit', '-m', 'Second');
  git('checkout', 'main');
  write('on-main.ts', 'changed meanwhile\n');
  git('commit', '-am', 'Third');
  git('checkout', 'work');
  write('changed.ts', 'changed\n');
  git('mv', 'moved.ts', 'an ä.ts');
  write('new.ts', 'new\n');
  write('ignored.ts', 'not ours\n');
});
afterAll(() => rmSync(root, { recursive: true }));

test('changed, new and removed files since the last commit are listed by their own paths', async () => {
  expect(await changedFiles(root, 'HEAD')).toEqual(['an ä.ts', 'changed.ts', 'moved.ts', 'new.ts']);
});

test('since a branch: commits made here are included, and those of the branch since then are not', async () => {
  const here = ['an ä.ts', 'changed.ts', 'committed.ts', 'moved.ts', 'new.ts'];
  expect(await changedFiles(root, 'main')).toEqual(here);
});

test('an unknown git reference is an error that names it', async () => {
  await expect(changedFiles(root, 'no-such')).rejects.toThrow('no-such');
});
