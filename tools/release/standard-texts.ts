/** Provides the standard texts of licences by their SPDX names, for packages that contain no licence file of their own. */
import { createRequire } from 'node:module';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const shape = z.object({ licenseText: z.string() });

/** Returns the SPDX names of an expression such as `MIT AND ISC`. */
const namesOf = (expression: string): string[] =>
  expression
    .replaceAll(/[()]/g, ' ')
    .split(/\s+(?:AND|OR|WITH)\s+/)
    .map((name) => name.trim());

/** Lines of a standard text that name its first user, or leave a place for the holder. */
const isHolderLine = (line: string): boolean =>
  /^\s*copyright \(c\)/i.test(line) && !/OpenSSL|International Business|PostgreSQL|Regents/.test(line);

function textOf(name: string, holders: readonly string[]): string {
  const read: unknown = require(`spdx-license-list/licenses/${name}.json`);
  const lines = shape.parse(read).licenseText.trim().split('\n');
  const first = lines.findIndex(isHolderLine);
  const rest = lines.filter((line) => !isHolderLine(line));
  return rest.toSpliced(first === -1 ? 1 : first, 0, ...holders).join('\n');
}

/** Returns the texts of every licence of an expression; throws if one of them is no name of SPDX. */
export const standardText = (expression: string, holders: readonly string[]): string =>
  namesOf(expression)
    .map((name) => textOf(name, holders))
    .join('\n\n');
