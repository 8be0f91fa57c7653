/**
 * The second step at sign-in: what an institution asks of its people, and by when.
 *
 * Laws: `off` offers nothing, but a factor that somebody has is asked for all the same; `required` gives seven days from
 * when the rule came, or from when the account was made; after them a sign-in without a factor leads to setting one up
 * and nowhere else. The last factor stays where one is required.
 */
import type { twoFactorRules } from './institution-fields.ts';

type TwoFactorRule = (typeof twoFactorRules)[number];

export const secondFactorLimits = {
  grace_days: 7,
  recovery_codes: 10,
  /** How long the second step may take, and an answer to a challenge. */
  ticket_minutes: 5,
  /** How long a shown secret of an authenticator app waits for its first code. */
  pending_minutes: 15,
  passkeys: 10,
} as const;

const dayMs = 86_400_000;

export type FactorFacts = {
  readonly rule: TwoFactorRule;
  readonly has_factor: boolean;
  /** When the institution began to ask for it, and when the account was made; ms. */
  readonly required_since_ms: number;
  readonly account_since_ms: number;
};

type FactorStanding = {
  /** When the grace ends; null where nothing is due. */
  readonly due_ms: number | null;
  /** A sign-in now leads to setting one up alone. */
  readonly must_enrol: boolean;
};

export function factorStanding(facts: FactorFacts, nowMs: number): FactorStanding {
  if (facts.rule !== 'required' || facts.has_factor) return { due_ms: null, must_enrol: false };
  const since = Math.max(facts.required_since_ms, facts.account_since_ms);
  const due_ms = since + secondFactorLimits.grace_days * dayMs;
  return { due_ms, must_enrol: nowMs >= due_ms };
}

/** Letters and digits that nobody mistakes for another, after Crockford. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const meant: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A recovery code as it is compared: without what people put between, and with what they mistake put right. */
export function plainRecoveryCode(typed: string): string {
  return Array.from(typed.toUpperCase())
    .map((sign) => meant[sign] ?? sign)
    .filter((sign) => recoveryAlphabet.includes(sign))
    .join('');
}
