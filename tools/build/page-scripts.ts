/** Reads which scripts the parts of a built page need. `assets` is the folder of its scripts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const staticImport = /(?:^|[;}])(?:import|export)(?:[^"'()]*?from)?["']\.\/([\w.~-]+\.js)["']/g;
const dynamicImport = /\bimport\(["'`]\.\/([\w.~-]+\.js)["'`]\)/g;

const namesIn = (text: string, form: RegExp): string[] =>
  [...text.matchAll(form)].map((match) => match[1] ?? '');

/** Returns the content of these scripts and of everything that they import statically, by name. */
export function scriptsOf(assets: string, first: readonly string[]): Map<string, Buffer> {
  const waiting = [...first];
  const known = new Map<string, Buffer>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = join(assets, name);
    if (known.has(name) || !existsSync(file)) continue;
    const script = readFileSync(file);
    known.set(name, script);
    waiting.push(...namesIn(script.toString('utf8'), staticImport));
  }
  return known;
}

/** Returns the scripts that are loaded on demand: a page, a grid, a dialog. */
export function partsOf(assets: string): Set<string> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  return new Set(scripts.flatMap((name) => namesIn(readFileSync(join(assets, name), 'utf8'), dynamicImport)));
}
