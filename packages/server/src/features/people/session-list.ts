/** Lists and ends sessions: the user's own, and those of a user below the caller's level. */
import type { Session, sessionRoutes } from '@rhythmdesk/contract/sessions';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { sessions, userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { partsOfDevice } from './device.ts';
import { lockUserBelow } from './lock-user-below.ts';
import { networkKind, plainAddress } from './network-kind.ts';
import { areLive, type SessionLimits } from './sessions.ts';
import { endSession, endSessions } from '../../records/people/end-sessions.ts';
import { notifySessionsEndedBy } from './notify-changes.ts';

type SessionListDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly session: SessionLimits;
};

/** Returns the sessions of a user that are still valid by the rules of `identify`. */
async function livingSessions(db: Queryable, user_id: number, limits: SessionLimits, now: Date) {
  return db
    .select({
      token_hash: sessions.token_hash,
      session_id: sessions.session_id,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      expires_at: sessions.expires_at,
      address: sessions.address,
      user_agent: sessions.user_agent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(sessions.user_id, user_id), areLive(limits, now)))
    .orderBy(desc(sessions.last_seen_at), desc(sessions.session_id));
}
type Living = Awaited<ReturnType<typeof livingSessions>>[number];

function viewOf(row: Living, caller: Caller): Session {
  const address = plainAddress(row.address ?? '');
  return {
    session_id: row.session_id,
    ...partsOfDevice(row.user_agent),
    address,
    network: networkKind(address),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.token_hash.equals(caller.session.token_hash),
  };
}

async function hashOf(tx: Tx, user_id: number, session_id: number): Promise<Buffer> {
  const [row] = await tx
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .where(
      and(eq(sessions.session_id, session_id), eq(sessions.user_id, user_id), isNull(sessions.revoked_at)),
    );
  if (row === undefined) throw new Refusal('object/not-found');
  return row.token_hash;
}

type Ended = { readonly id: number; readonly session_id?: number | undefined };
/**
 * Ends the sessions of a user below the caller's level. The user is notified who did it, and the audit log records it.
 */
async function endOf(
  { db, clock, session }: SessionListDependencies,
  caller: Caller,
  { id, session_id }: Ended,
): Promise<number> {
  return transact(db, async (tx) => {
    const now = clock.now();
    await lockUserBelow(tx, caller, id);
    const living = await beyondScope(tx, async () => {
      const found = await livingSessions(tx, id, session, now);
      if (session_id === undefined) await endSessions(tx, id, 'administrator', now);
      else await endSession(tx, id, await hashOf(tx, id, session_id), now, 'administrator');
      return found;
    });
    const count = session_id === undefined ? living.length : 1;
    if (count > 0) await notifySessionsEndedBy(tx, id, caller.name, now);
    noteAudit({ target: `user/${String(id)}` });
    return count;
  });
}

export function sessionHandlers(dependencies: SessionListDependencies): Handlers<typeof sessionRoutes> {
  const { db, clock, session } = dependencies;
  const listOf = async (tx: Queryable, id: number, caller: Caller) => {
    const rows = await livingSessions(tx, id, session, clock.now());
    return { items: rows.map((row) => viewOf(row, caller)) };
  };
  return {
    mySessions: ({ caller }) => listOf(db, caller.id, caller),
    endMySession: async ({ caller, input }) => {
      await transact(db, async (tx) => {
        const hash = await hashOf(tx, caller.id, input.session_id);
        await endSession(tx, caller.id, hash, clock.now(), 'owner');
      });
      return { ok: true };
    },
    endOtherSessions: ({ caller }) =>
      transact(db, async (tx) => {
        const now = clock.now();
        const living = await livingSessions(tx, caller.id, session, now);
        await endSessions(tx, caller.id, 'owner', now, caller.session.token_hash);
        return {
          ended: living.filter(({ token_hash }) => !token_hash.equals(caller.session.token_hash)).length,
        };
      }),
    userSessions: ({ caller, input }) =>
      transact(db, async (tx) => {
        await lockUserBelow(tx, caller, input.id);
        return beyondScope(tx, () => listOf(tx, input.id, caller));
      }),
    endUserSessions: async ({ caller, input }) => ({ ended: await endOf(dependencies, caller, input) }),
  };
}
