/** Finds programs of other makers that a fault program needs and a machine may lack. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isThere = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the first program of these that is not on the path, or undefined. */
export function missing(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.find((name) => !folders.some((folder) => isThere(join(folder, name))));
}
