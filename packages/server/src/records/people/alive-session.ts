/** Who is there: signed in, and heard of within the last minutes. */
import { sql, type SQL } from 'drizzle-orm';
import { sessions, users } from '../../platform/db/schema/people.ts';

const aliveMs = 3 * 60_000;

/** Over a query of `users`. */
export const aliveSession = (now: Date): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${sessions} where ${sessions.user_id} = ${users.id}
    and ${sessions.revoked_at} is null and ${sessions.expires_at} > ${now.toISOString()}
    and ${sessions.last_seen_at} > ${new Date(now.getTime() - aliveMs).toISOString()})`;
