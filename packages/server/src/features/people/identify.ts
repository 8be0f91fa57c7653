/**
 * Finds the caller of a session token, an API key's secret or a program's token in one query: the session, the user, the
 * group, the groups that it serves, and the scopes of a key or token.
 */
import { permissionsOfScopes, registeredOf } from '@rhythmdesk/domain/people/fhir-scopes';
import { eq, sql } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { accounts, inScope } from '../../platform/db/row-scope.ts';
import { apiKeys } from '../../platform/db/schema/api-keys.ts';
import { sessions, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller, Identified, Identify, StillGood } from '../../platform/http/caller.ts';
import { actorOf, isActive, isKeyAccount, servedGroups } from '../../records/people/actor.ts';
import { isOver, keepOver, markSeen, tokenHash, type SessionLimits } from './sessions.ts';

/**
 * Every request starts with this query, so it is a prepared statement (planned once per connection) and reads only the
 * columns that are checked or passed on.
 */
function sessionQuery(db: Db) {
  return db
    .select({
      session: {
        token_hash: sessions.token_hash,
        created_at: sessions.created_at,
        last_seen_at: sessions.last_seen_at,
        expires_at: sessions.expires_at,
        revoked_at: sessions.revoked_at,
        enrolment_only: sessions.enrolment_only,
        fhir_scopes: sessions.fhir_scopes,
      },
      user: {
        id: users.id,
        user_id: users.user_id,
        name: users.name,
        role_key: users.role_key,
        must_change_password: users.must_change_password,
        use_flag: users.use_flag,
        deleted_at: users.deleted_at,
        scope_number: users.scope_number,
      },
      group: {
        id: userGroups.id,
        name: userGroups.name,
        type: userGroups.type,
        time_zone: userGroups.time_zone,
        tech_center_id: userGroups.tech_center_id,
        deleted_at: userGroups.deleted_at,
        idle_minutes: userGroups.idle_minutes,
      },
      served: servedGroups,
      scopes: apiKeys.scopes,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .leftJoin(apiKeys, eq(apiKeys.token_hash, sessions.token_hash))
    .where(eq(sessions.token_hash, sql.placeholder('hash')))
    .prepare('caller_of_session');
}

function sessionReader(db: Db) {
  const query = sessionQuery(db);
  return async (hash: Buffer) => (await query.execute({ hash }))[0];
}
type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof sessionReader>>>>;

function callerOf({ session, user, group, served, scopes }: SessionRow): Caller {
  const { fhir_scopes } = session;
  const limits = fhir_scopes === null ? scopes : permissionsOfScopes(registeredOf(fhir_scopes));
  const actor = { ...actorOf(user, group, served), ...(limits === null ? {} : { scopes: limits }) };
  return {
    id: user.id,
    user_id: user.user_id,
    name: user.name,
    role_key: actor.role_key,
    user_group: { id: group.id, name: group.name, type: actor.group_type, time_zone: group.time_zone },
    must_change_password: user.must_change_password,
    must_enrol: session.enrolment_only,
    actor,
    ...(fhir_scopes === null ? {} : { fhir_scopes }),
    session: { token_hash: session.token_hash, expires_at: session.expires_at },
  };
}

function judgeSession(row: SessionRow | undefined, limits: SessionLimits, now: Date): Identified {
  if (row === undefined) return { refused: 'auth/unknown-token' };
  if (row.session.revoked_at !== null) return { refused: 'auth/session-revoked' };
  if (!isActive(row.user, row.group)) return { refused: 'auth/account-inactive' };
  if (isKeyAccount(row.user)) {
    const isLimited = row.scopes !== null || row.session.fhir_scopes !== null;
    if (!isLimited || row.session.expires_at <= now) return { refused: 'auth/session-expired' };
    return { caller: callerOf(row) };
  }
  const idle_minutes = row.group.idle_minutes ?? limits.idle_minutes;
  if (isOver(row.session, { ...limits, idle_minutes }, now)) return { refused: 'auth/session-expired' };
  return { caller: callerOf(row) };
}

/**
 * Creates the `identify` function of the binder. Each call counts as activity and restarts the idle limit of the
 * session.
 */
export function makeIdentify(db: Db, limits: SessionLimits, clock: Clock): Identify {
  const readSession = sessionReader(db);
  const identify: Identify = async (token) => {
    const now = clock.now();
    const row = await readSession(tokenHash(token));
    const identified = judgeSession(row, limits, now);
    if (row !== undefined && 'refused' in identified) {
      const { id: user_id, role_key } = row.user;
      noteAudit({ who: { user_id, role_key, user_group_id: row.group.id } });
    }
    if (row !== undefined && 'refused' in identified && identified.refused === 'auth/session-expired') {
      await keepOver(db, row.session);
    }
    if (row !== undefined && 'caller' in identified) {
      await markSeen(db, row.session.token_hash, row.session.last_seen_at, now);
    }
    return identified;
  };
  return (token) => inScope(accounts, () => identify(token));
}

export function makeStillGood(db: Db, limits: SessionLimits, clock: Clock): StillGood {
  const readSession = sessionReader(db);
  // Event streams call this outside of a request, where no scope is open.
  return (hash) =>
    inScope(accounts, async () => {
      const identified = judgeSession(await readSession(hash), limits, clock.now());
      return 'caller' in identified ? identified.caller : null;
    });
}
