/** oxlint over a folder with its `oxlint.config.ts`, and the comments that would switch it off. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finished, runNode } from '../processes/child-process.ts';
import { goSettings } from './go-settings.ts';

const silence = /(?:\/\/|\/\*)\s*oxlint-(?:disable|enable)/;

/** `format` is one of oxlint's: `default` for people, `json` for programs. */
export function lint(root: string, format: 'default' | 'json'): Promise<Finished> {
  return runNode(['node_modules/oxlint/bin/oxlint', '-f', format], { cwd: root, env: goSettings() });
}

/** The files that switch a rule off for themselves; a rule of the linter could be switched off by the same comment. */
export function silencedFiles(root: string): string[] {
  const sources = globSync(['{packages/*/src,tools,e2e}/**/*.{ts,tsx,mjs}', '*.ts'], {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  });
  return sources.filter((path) => silence.test(readFileSync(join(root, path), 'utf8')));
}
