/**
 * Issues tokens of the FHIR interface to programs that sign their request with a registered key (SMART backend services,
 * RFC 7523). A token is a session of the program's account, limited to the granted scopes, for five minutes.
 *
 * Invariants: a signed request is accepted once, only at this address, and at most five minutes before its end. A token
 * never has a scope that the program was not registered with.
 */
import { randomBytes } from 'node:crypto';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import type { SmartRoutes } from '@rhythmdesk/contract/smart';
import { fhirScopes, fhirTokenSeconds, grantedScopes } from '@rhythmdesk/domain/people/fhir-scopes';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { sessions, userGroups, users } from '../../../platform/db/schema/people.ts';
import { smartAssertions, smartClients } from '../../../platform/db/schema/smart-clients.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isActive } from '../../../records/people/actor.ts';
import { tokenHash } from '../sessions.ts';
import { signingAlgorithms } from './smart-keys.ts';

export type TokenDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** The address of the token endpoint; null if the installation does not know its own address. */
  readonly token_endpoint: string | null;
};
type TokenInput = ParsedOf<SmartRoutes['smartToken']>;
type TokenAnswer = OutputOf<SmartRoutes['smartToken']>;

const longestMs = 300_000;
const toleranceSeconds = 10;
/** How long a used request is remembered beyond its end, in case the clock is set back. */
const rememberedMs = 86_400_000;

const storedKeys = z.custom<JSONWebKeySet>((value) => typeof value === 'object' && value !== null);
const storedScopes = z.array(z.enum(fhirScopes));
const proven = z.object({ exp: z.number(), jti: z.string().min(1).max(200) });

/** Returns the program that a request names as its issuer, before the signature is verified. */
function issuerOf(assertion: string): string {
  try {
    const { iss } = decodeJwt(assertion);
    if (typeof iss === 'string') return iss;
  } catch {
    // Not a JWT.
  }
  throw new Refusal('smart/assertion');
}

async function clientNamed(db: Db, client_id: string) {
  const [found] = await db
    .select({ client: smartClients, user: users, group: userGroups })
    .from(smartClients)
    .innerJoin(users, eq(users.id, smartClients.user_id))
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(smartClients.client_id, client_id), isNull(smartClients.revoked_at)));
  if (found === undefined || !isActive(found.user, found.group)) throw new Refusal('smart/client-unknown');
  return found;
}

/**
 * Returns the program's keys, of which a request names one by its `kid`. SMART requires the `kid`; without it, a request
 * would be accepted as long as only one key fits, and refused once a second one is added.
 */
function keysOf(jwks: unknown): JWTVerifyGetKey {
  const keys = createLocalJWKSet(storedKeys.parse(jwks));
  return (header, token) => {
    if (header.kid === undefined) throw new Error('"kid" is missing in the header');
    return keys(header, token);
  };
}

type Verified = { readonly jti: string; readonly expires_at: Date };

/** Verifies the signature and the claims of a request and returns its `jti` and end, or why it is not accepted. */
async function verify(
  assertion: string,
  { client_id, jwks }: typeof smartClients.$inferSelect,
  { audience, now }: { readonly audience: string; readonly now: Date },
): Promise<Verified | { readonly fault: string }> {
  try {
    const { payload } = await jwtVerify(assertion, keysOf(jwks), {
      algorithms: [...signingAlgorithms],
      issuer: client_id,
      subject: client_id,
      audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: toleranceSeconds,
      currentDate: now,
    });
    const { exp, jti } = proven.parse(payload);
    const expires_at = new Date(exp * 1000);
    const isTooLong = expires_at.getTime() - now.getTime() > longestMs + toleranceSeconds * 1000;
    return isTooLong ? { fault: '"exp" is more than five minutes ahead' } : { jti, expires_at };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Refuses a request that was used before. */
async function useOnce(
  tx: Tx,
  used: { readonly smart_client_id: number; readonly jti: string; readonly expires_at: Date },
  now: Date,
): Promise<void> {
  const { smart_client_id } = used;
  const old = lt(smartAssertions.expires_at, new Date(now.getTime() - rememberedMs));
  await tx.delete(smartAssertions).where(and(eq(smartAssertions.smart_client_id, smart_client_id), old));
  const added = await tx.insert(smartAssertions).values(used).onConflictDoNothing().returning();
  if (added.length === 0) throw new Refusal('smart/replayed');
}

export async function issueToken(
  { db, clock, log, token_endpoint }: TokenDependencies,
  { client_assertion, scope: requested }: TokenInput,
  ip: string,
): Promise<TokenAnswer> {
  if (token_endpoint === null) throw new Refusal('route/not-found');
  const now = clock.now();
  const { client, user, group } = await clientNamed(db, issuerOf(client_assertion));
  const { smart_client_id, name, client_id } = client;
  const verified = await verify(client_assertion, client, { audience: token_endpoint, now });
  if ('fault' in verified) {
    // The response does not say which check failed; the log does, for whoever runs the program.
    log.warn({ program: client_id, reason: verified.fault }, 'a token was refused to a program');
    throw new Refusal('smart/assertion');
  }
  const { jti, expires_at } = verified;
  const scopes = grantedScopes(storedScopes.parse(client.scopes), requested);
  if (scopes.length === 0) throw new Refusal('smart/scope');
  const token = `rds_${randomBytes(32).toString('base64url')}`;
  await transact(db, async (tx) => {
    await useOnce(tx, { smart_client_id, jti, expires_at }, now);
    await tx.insert(sessions).values({
      token_hash: tokenHash(token),
      user_id: user.id,
      ...{ created_at: now, last_seen_at: now, address: ip, user_agent: name },
      expires_at: new Date(now.getTime() + fhirTokenSeconds * 1000),
      fhir_scopes: scopes,
    });
    const one = eq(smartClients.smart_client_id, smart_client_id);
    await tx.update(smartClients).set({ last_used_at: now }).where(one);
    noteAudit({
      who: { user_id: user.id, role_key: user.role_key, user_group_id: group.id },
      target: `program ${client_id}`,
    });
  });
  return { access_token: token, token_type: 'bearer', expires_in: fhirTokenSeconds, scope: scopes.join(' ') };
}
