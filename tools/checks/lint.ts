/** Runs oxlint with the `oxlint.config.ts` of a folder, and finds comments that would disable it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, runNode } from '../processes/child-process.ts';
import { lintKeys, readRecord, writeRecord } from './check-record.ts';
import { goSettings } from './go-settings.ts';
import { reversed, type ImportGraph } from './import-graph.ts';

const silence = /(?:\/\/|\/\*)\s*oxlint-(?:disable|enable)/;

/** `format` is one of oxlint's: `default` for people, `json` for programs. Without `files`, all files are checked. */
export function lint(
  root: string,
  format: 'default' | 'json',
  files: readonly string[] = [],
): Promise<Finished> {
  const args = ['node_modules/oxlint/bin/oxlint', '-f', format, ...files];
  return runNode(args, { cwd: root, env: goSettings() });
}

/** If more than this share of the files changed, the linter checks all, which keeps the command line short. */
const mostNamed = 0.4;

/**
 * Lints the files that changed since they last passed, and every file whose types that can change. With `changed`,
 * leaves out files that neither changed nor import a changed file.
 */
export async function lintStale(
  root: string,
  graph: ImportGraph,
  { fresh, changed }: { fresh: boolean; changed?: readonly string[] | undefined },
): Promise<{ passed: boolean; output: string }> {
  const keys = lintKeys(graph, 'oxlint.config.ts');
  const known = fresh ? {} : readRecord(root, 'lint');
  const files = Object.keys(keys).filter((file) => !file.startsWith('.'));
  const stale = files.filter((file) => known[file] !== keys[file]);
  const importers = reversed(graph.names);
  const near = new Set(changed?.flatMap((file) => [file, ...(importers.get(file) ?? [])]));
  const named = changed === undefined ? stale : stale.filter((file) => near.has(file));
  if (named.length === 0) return { passed: true, output: '' };
  const read = named.length > mostNamed * files.length ? files : named;
  const { code, output } = await lint(root, 'default', read === files ? [] : named);
  const good = new Set(code === 0 ? read : []);
  const inOrder = files.map((file) => [file, (good.has(file) ? keys : known)[file] ?? ''] as const);
  writeRecord(root, 'lint', Object.fromEntries(inOrder.filter(([, key]) => key !== '')));
  return { passed: code === 0, output };
}

/** Returns the files that disable a rule for themselves. A lint rule could be disabled by the same comment. */
export function silencedFiles(root: string): string[] {
  const sources = globSync(['{packages/*/src,tools,e2e}/**/*.{ts,tsx,mjs}', '*.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  return sources.filter((path) => silence.test(readFileSync(join(root, path), 'utf8')));
}
