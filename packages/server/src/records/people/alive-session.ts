/** Who is there: signed in, and heard of within the last minutes. */
import { sql, type SQL } from 'drizzle-orm';
import { users } from '../../platform/db/schema/people.ts';

const aliveMs = 3 * 60_000;

/** Over a query of `users`. */
export const aliveSession = (now: Date): SQL<boolean> =>
  sql<boolean>`is_there(${users.id}, ${now.toISOString()}, ${new Date(now.getTime() - aliveMs).toISOString()})`;
