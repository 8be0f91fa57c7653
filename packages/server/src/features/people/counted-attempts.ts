/**
 * Decides which counters a password attempt raises and the limit of each counter (decisions, section 5).
 *
 * - A user id at an address: five failures slow it down, ten lock it. Attempts from other addresses do not change it,
 *   so nobody can lock another user out from outside.
 * - A user id at an address in a browser in which that user has signed in there before: the same limits, counted
 *   separately. If somebody guesses a colleague's password behind the same address (a hospital has one), that
 *   colleague's own browser is not locked.
 * - For addresses from which the user has not signed in before, three more counters, each within a time window: the
 *   address, the id over all addresses, and all attempts together. Trying one password at many ids is stopped by the
 *   counter of the address; trying one id from many addresses is stopped by the counter of the id. A user at their
 *   usual address is affected by neither.
 * - A password entered again while signed in (signing a report, changing the account): only the counter of the session.
 *
 * Ids are counted whether they exist or not, so that the answers do not reveal which accounts exist. They are stored as
 * hashes, because people type passwords into the wrong field. IPv6 addresses are counted by their network of 64 bits,
 * which is one customer.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { loginFailures } from '../../platform/db/schema/people.ts';

export type ThrottleLimits = {
  readonly delay_after: number;
  readonly lock_after: number;
  readonly lock_minutes: number;
  /** Limits of failures within the lock time: from one address, for one id over all addresses, and in total. */
  readonly per_address: number;
  readonly per_id: number;
  readonly over_all: number;
};

export type CountedAttempt = {
  readonly key: string;
  /** Number of failures after which each further attempt has to wait; null if the counter only locks. */
  readonly delay_after: number | null;
  readonly lock_after: number;
  readonly lock_ms: number;
  /**
   * Failures older than this no longer count. A right password resets the count or, if there is a window, takes back
   * only its own attempt.
   */
  readonly window_ms: number | null;
};

const hashed = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns the counter key of an id. The keys of the id at an address begin with it. */
const keyOfId = (user_id: string): string => hashed('id', user_id.toLowerCase());

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const split = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [split(head), split(tail ?? '')];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after];
}

/**
 * Returns the network under which an address is counted: IPv4 addresses themselves, IPv6 addresses by their first 64
 * bits.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return `${mapped}/32`;
  if (!isIPv6(ip)) return `${ip}/32`;
  const [address = ''] = ip.split('%');
  const groups = groupsOf(address).slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const knownDays = 30;

/** Whether the user has signed in from this address or browser in the last 30 days. */
export type SignInOrigin = 'new' | 'known address' | 'known browser';

type From = { readonly ip: string; readonly user_agent: string };
const knownRow = z.tuple([z.object({ same: z.boolean().nullable() })]);

export async function signInOriginOf(
  db: Db,
  user_id: number,
  { ip, user_agent }: From,
  now: Date,
): Promise<SignInOrigin> {
  const since = new Date(now.getTime() - knownDays * 86_400_000);
  const found = await db.execute(sql`select bool_or(user_agent = ${user_agent}) as same from sessions
    where user_id = ${user_id} and created_at >= ${since.toISOString()} and address <<= ${networkOf(ip)}::inet`);
  const [{ same }] = knownRow.parse(found.rows);
  if (same === null) return 'new';
  return same ? 'known browser' : 'known address';
}

type Attempt = From & { readonly user_id: string; readonly place: SignInOrigin };

export function countedOfSignIn(
  { user_id, ip, user_agent, place }: Attempt,
  limits: ThrottleLimits,
): readonly CountedAttempt[] {
  const lock_ms = limits.lock_minutes * 60_000;
  const [id, network] = [user_id.toLowerCase(), networkOf(ip)];
  const where =
    place === 'known browser' ? hashed('browser', network, user_agent) : hashed('address', network);
  const pair: CountedAttempt = {
    key: `${keyOfId(id)} ${where}`,
    delay_after: limits.delay_after,
    lock_after: limits.lock_after,
    lock_ms,
    window_ms: null,
  };
  if (place !== 'new') return [pair];
  const within = (key: string, lock_after: number): CountedAttempt => ({
    key,
    delay_after: null,
    lock_after,
    lock_ms,
    window_ms: lock_ms,
  });
  return [
    pair,
    within(hashed('address', network), limits.per_address),
    within(keyOfId(id), limits.per_id),
    within(hashed('all'), limits.over_all),
  ];
}

/**
 * Returns the counter of a request that a client without a session may send only so often. `who` is an address or the
 * id in the request.
 */
export function countedAsk(
  kind: string,
  who: string,
  {
    delay_after,
    lock_after,
    lock_minutes,
  }: Pick<ThrottleLimits, 'delay_after' | 'lock_after' | 'lock_minutes'>,
): CountedAttempt {
  const lock_ms = lock_minutes * 60_000;
  return { key: hashed(kind, who.toLowerCase()), delay_after, lock_after, lock_ms, window_ms: null };
}

/** Deletes all counters of an id, because its owner has proved their identity in another way. */
export async function forgetCountsOf(db: Db, user_id: string): Promise<void> {
  await db.delete(loginFailures).where(sql`starts_with(${loginFailures.counted}, ${keyOfId(user_id)})`);
}

export function countedOfSession(token_hash: Buffer, limits: ThrottleLimits): readonly CountedAttempt[] {
  return [
    {
      key: hashed('session', token_hash.toString('hex')),
      delay_after: limits.delay_after,
      lock_after: limits.lock_after,
      lock_ms: limits.lock_minutes * 60_000,
      window_ms: null,
    },
  ];
}
