/** Which records the user means: a header, a record's name without its ending, or a folder of records. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The header files, sorted; throws where a path leads to none. */
export function findRecords(path: string): string[] {
  const full = resolve(path);
  if (existsSync(full) && statSync(full).isDirectory()) {
    const names = readdirSync(full).filter((name) => name.endsWith('.hea'));
    if (names.length === 0) throw new Error(`${path} holds no .hea file`);
    return names.sort().map((name) => join(full, name));
  }
  const header = full.endsWith('.hea') ? full : `${full.replace(/\.(dat|atr)$/, '')}.hea`;
  if (!existsSync(header)) throw new Error(`${path} is no WFDB record: there is no ${header}`);
  return [header];
}
