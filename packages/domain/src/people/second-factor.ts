/**
 * Decides whether an institution requires a second factor from a user at sign-in, and by when.
 *
 * Invariants: `off` offers no second factor, but a user who has one is asked for it. `required` allows seven days from
 * the start of the rule or from the creation of the account, whichever is later. After that, a sign-in without a factor
 * leads only to setting one up. The last factor cannot be removed while one is required.
 */
import type { twoFactorRules } from './institution-fields.ts';

type TwoFactorRule = (typeof twoFactorRules)[number];

export const secondFactorLimits = {
  grace_days: 7,
  recovery_codes: 10,
  /** The time limit for the second step and for the response to a challenge. */
  ticket_minutes: 5,
  /** How long a displayed secret of an authenticator app waits for its first code. */
  pending_minutes: 15,
  passkeys: 10,
} as const;

const dayMs = 86_400_000;

export type FactorFacts = {
  readonly rule: TwoFactorRule;
  readonly has_factor: boolean;
  /** When the institution began to require it, and when the account was created; ms. */
  readonly required_since_ms: number;
  readonly account_since_ms: number;
};

type FactorStanding = {
  /** When the grace period ends; null if nothing is due. */
  readonly due_ms: number | null;
  /** A sign-in now leads only to setting up a factor. */
  readonly must_enrol: boolean;
};

export function factorStanding(facts: FactorFacts, nowMs: number): FactorStanding {
  if (facts.rule !== 'required' || facts.has_factor) return { due_ms: null, must_enrol: false };
  const since = Math.max(facts.required_since_ms, facts.account_since_ms);
  const due_ms = since + secondFactorLimits.grace_days * dayMs;
  return { due_ms, must_enrol: nowMs >= due_ms };
}

/** Letters and digits that are not confused with one another, after Crockford. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const meant: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Normalises a recovery code for comparison: removes separators and corrects confused characters. */
export function plainRecoveryCode(typed: string): string {
  return Array.from(typed.normalize('NFKC').toUpperCase())
    .map((sign) => meant[sign] ?? sign)
    .filter((sign) => recoveryAlphabet.includes(sign))
    .join('');
}
