/** Creates a second handle on a test's database that records every statement it sends. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Db } from './database.ts';

export function notingDb(pool: Pool): { db: Db; statements: string[] } {
  const statements: string[] = [];
  const db = drizzle(pool, { logger: { logQuery: (text) => void statements.push(text) } });
  return { db, statements };
}
