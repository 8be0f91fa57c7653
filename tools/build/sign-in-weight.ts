/**
 * Measures the scripts that a first visit to the sign-in page loads: those that its HTML names and what they import,
 * gzipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The upper limit in kB. It is raised only for what the page needs before anybody is signed in. */
export const signInBoundKb = 139;

/** Returns static imports only, because dynamic ones load while the user types. */
function importsOf(text: string): string[] {
  const named = text.matchAll(/(?:^|[;}])(?:import|export)(?:[^"'()]*?from)?["']\.\/([\w.-]+\.js)["']/g);
  return [...named].map((match) => match[1] ?? '');
}

/** Returns the bytes of each script by its name; `dist` is the built page. */
export function signInScripts(dist: string): Map<string, number> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const waiting = [...page.matchAll(/(?:src|href)="\.\/assets\/([\w.-]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  const known = new Map<string, number>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = join(dist, 'assets', name);
    if (known.has(name) || !existsSync(file)) continue;
    const script = readFileSync(file);
    known.set(name, gzipSync(script).byteLength);
    waiting.push(...importsOf(script.toString('utf8')));
  }
  return known;
}

export const weightKb = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;

/** Returns what is wrong with the weight of a built page; undefined if it is within the limit. */
export function weightFault(dist: string, boundKb: number): string | undefined {
  const scripts = signInScripts(dist);
  if (scripts.size === 0) return `${dist}/index.html names no scripts`;
  const weight = weightKb(scripts);
  if (weight <= boundKb) return undefined;
  const largest = [...scripts].sort(([, a], [, b]) => b - a).slice(0, 5);
  const list = largest.map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(1)} kB`).join(', ');
  return `the scripts of the sign-in page have ${weight.toFixed(1)} kB, the limit is ${boundKb} kB: ${list}`;
}
