/**
 * Gives a user of a test another role or group, as the tables' owner, because the application's role may do so only
 * through a function.
 */
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { z } from 'zod';
import type { Db } from './database.ts';
import { users } from './schema/people.ts';
import { testCluster } from './test-cluster.ts';

const named = z.object({ database: z.string() });

export async function changeAsOwner(
  db: Db,
  id: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<void> {
  const { database } = named.parse((await db.execute(sql`select current_database() as database`)).rows[0]);
  const client = new Client({ ...(await testCluster()).owner, database });
  await client.connect();
  try {
    await drizzle(client).update(users).set(change).where(eq(users.id, id));
  } finally {
    await client.end();
  }
}
