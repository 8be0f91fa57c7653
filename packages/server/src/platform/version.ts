/** Reads the version of this program from its package. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const file = path.join(import.meta.dirname, '../../package.json');

export const productVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;
