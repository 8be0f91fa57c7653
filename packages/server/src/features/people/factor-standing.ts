/** Determines which second factors a user has and whether the institution requires one now. */
import { secondWays, type SecondWay } from '@rhythmdesk/contract/auth';
import { twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { factorStanding } from '@rhythmdesk/domain/people/second-factor';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { userGroupHistory, userGroups, users } from '../../platform/db/schema/people.ts';
import { readAuthenticator } from './authenticator.ts';
import { countPasskeys } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

const ruleShape = z.enum(twoFactorRules);

/** Returns the factors that the user can use as the second step; empty if none is set up. */
export async function waysOf(db: Queryable, user_id: number): Promise<readonly SecondWay[]> {
  const hasPasskey = (await countPasskeys(db, user_id)) > 0;
  const hasApp = (await readAuthenticator(db, user_id)) !== null;
  if (!hasPasskey && !hasApp) return [];
  const hasCodes = (await countRecoveryCodes(db, user_id)) > 0;
  const has = { passkey: hasPasskey, authenticator: hasApp, 'recovery-code': hasCodes };
  return secondWays.filter((way) => has[way]);
}

/**
 * Time since which the institution's rule applies: its last change or, without one, the creation of the institution.
 */
const ruleSince = sql<Date>`coalesce(
  (select max(${userGroupHistory.created_at}) from ${userGroupHistory}
    where ${and(eq(userGroupHistory.user_group_id, userGroups.id), eq(userGroupHistory.field, 'two_factor'))}),
  ${userGroups.created_at})`.mapWith(userGroups.created_at);

export async function factorStandingOf(db: Queryable, user_id: number, has_factor: boolean, now: Date) {
  const [row] = await db
    .select({ rule: userGroups.two_factor, rule_since: ruleSince, created_at: users.created_at })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, user_id));
  const rule = ruleShape.parse(row?.rule ?? 'off');
  const facts = {
    rule,
    has_factor,
    required_since_ms: row?.rule_since.getTime() ?? 0,
    account_since_ms: row?.created_at.getTime() ?? 0,
  };
  const { due_ms, must_enrol } = factorStanding(facts, now.getTime());
  return { rule, due_at: due_ms === null ? null : new Date(due_ms).toISOString(), must_enrol };
}
