/**
 * Finds the tests that call a route of the server. All features meet where the server is put together, so the imports
 * of a test that starts the whole server lead everywhere; the addresses that it calls show what it tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Route = { readonly key: string; readonly path: string };

const routeRow = /(\w+): \{\s*method: '[A-Z]+',\s*path: '([^']+)'/g;
const address = /['"`]\/?(?:api\/)?([a-z][\w-]*(?:\/[\w*-]+)*)/g;

/** Returns the routes in a file of the contract; parameters become a star. */
export const routesIn = (text: string): Route[] =>
  [...text.matchAll(routeRow)].map(([, key = '', path = '']) => ({
    key,
    path: path.replaceAll(/:\w+/g, '*'),
  }));

type Names = readonly string[] | 'any';
const uses = (text: string, words: Names): boolean =>
  words === 'any' || words.some((word) => new RegExp(`\\b${word}\\b`).test(text));

/** Returns the names that a file imports from these modules. */
export function importedFrom(text: string, isModule: (module: string) => boolean): string[] {
  const statements = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)];
  return statements
    .filter(([, , module = '']) => isModule(module))
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' ').at(-1) ?? ''))
    .filter((name) => name !== '');
}

/** Returns the routes whose handler uses one of these names, directly or through a function of the same file. */
export function answeredWith(text: string, routes: readonly Route[], imported: Names): Route[] {
  const blocks = text.split(/\n(?=(?:export )?(?:async )?(?:function|const) )/);
  const rowsOf = (block: string) => {
    const rows = block.split(/\n(?= +(?:async )?\w+[:(,])/).slice(1);
    return rows.flatMap((row) => {
      const [, key] = /^ +(?:async )?(\w+)/.exec(row) ?? [];
      const route = routes.find((each) => each.key === key);
      return route === undefined ? [] : [{ row, route }];
    });
  };
  let used = imported;
  const own = blocks.filter((block) => rowsOf(block).length === 0);
  // Two passes, because a function may use another that comes after it.
  for (const block of [...own, ...own]) {
    const [, name] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(block) ?? [];
    if (used !== 'any' && name !== undefined && uses(block, used)) used = [...used, name];
  }
  return blocks.flatMap(rowsOf).flatMap(({ row, route }) => (uses(row, used) ? [route] : []));
}

/** A route that more test files call prepares their data, and says little about what they test. */
const mostCallers = 8;

export type RouteCalls = {
  /** Returns the tests that call one of the routes. A route with many callers counts only for tests in `near`. */
  readonly testsOf: (routes: readonly Route[], near: string) => string[];
  readonly routes: readonly Route[];
};

export function readRouteCalls(root: string, files: readonly string[]): RouteCalls {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const routes = files
    .filter((file) => /^packages\/contract\/src\/[\w-]+\.ts$/.test(file))
    .flatMap((file) => routesIn(read(file)));
  const callers = new Map<string, string[]>();
  for (const file of files.filter((path) => /^packages\/server\/src\/.*\.test\.ts$/.test(path))) {
    const text = read(file).replaceAll(/\$\{[^}]*\}/g, '*');
    for (const path of new Set([...text.matchAll(address)].map((match) => match[1] ?? '')))
      callers.set(path, [...(callers.get(path) ?? []), file]);
  }
  const testsOf = (wanted: readonly Route[], near: string): string[] => {
    const found = wanted.flatMap(({ path }) => {
      const tests = callers.get(path) ?? [];
      return tests.length <= mostCallers ? tests : tests.filter((test) => test.startsWith(near));
    });
    return [...new Set(found)].sort();
  };
  return { testsOf, routes };
}
