/** Determines whether a user is online: signed in, and active within the last minutes. */
import { sql, type SQL } from 'drizzle-orm';
import { users } from '../../platform/db/schema/people.ts';

const aliveMs = 3 * 60_000;

/** For a query over `users`. */
export const aliveSession = (now: Date): SQL<boolean> =>
  sql<boolean>`is_there(${users.id}, ${now.toISOString()}, ${new Date(now.getTime() - aliveMs).toISOString()})`;
