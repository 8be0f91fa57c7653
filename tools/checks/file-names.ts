/**
 * Checks file and folder names: they are kebab-case, named after their one subject, and contain none of the words that
 * name no subject.
 */
import { basename } from 'node:path';
import { isCode, ownFiles } from '../processes/repository.ts';

const emptyWords = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'core',
  'manager',
  'managers',
  'service',
  'services',
  'data',
  'info',
  'dto',
  'dtos',
]);

/** Names that the browser, systemd and the recording format define and that contain one of those words. */
const terms = ['.service', 'service-worker', 'trace-data', 'trace-view-data', 'summary-data'];

const kebab = /^\.?[a-z0-9]+([-.][a-z0-9]+)*$/;
const bound = /^(packages|tools|e2e)\//;

function complaint(path: string): string | undefined {
  const parts = path.split('/');
  const plain = terms.reduce((text, term) => text.replaceAll(term, 'term'), path);
  const word = plain.split(/[/.-]/).find((piece) => emptyWords.has(piece));
  if (word !== undefined) return `${path}: “${word}” does not describe the content`;
  if (isCode(path) && basename(path).startsWith('index.')) return `${path}: no barrels, no index file`;
  const crooked = parts.find((part) => !kebab.test(part) && part !== 'README.md');
  return crooked === undefined ? undefined : `${path}: “${crooked}” is not kebab-case`;
}

/** Returns the faults of these paths, one line each. */
export function judgeNames(paths: readonly string[]): string[] {
  return paths.filter((path) => bound.test(path)).flatMap((path) => complaint(path) ?? []);
}

export function checkNames(root: string): string[] {
  return judgeNames(ownFiles(root));
}
