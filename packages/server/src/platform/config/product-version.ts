/** Reads the version of the product from the root's `package.json`, which a release has as well. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const file = path.join(import.meta.dirname, '../../../../../package.json');

export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;
