/**
 * Measures the scripts that a first visit to the sign-in page loads: those that its HTML names and what they import,
 * gzipped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scriptsOf } from './page-scripts.ts';

/** The upper limit in kB. It is raised only for what the page needs before anybody is signed in. */
export const signInBoundKb = 139;

/** Returns the gzipped bytes of each script by its name; `dist` is the built page. Dynamic imports load while the user types. */
export function signInScripts(dist: string): Map<string, number> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.\/assets\/([\w.~-]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  const scripts = scriptsOf(join(dist, 'assets'), named);
  return new Map([...scripts].map(([name, script]) => [name, gzipSync(script).byteLength]));
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
