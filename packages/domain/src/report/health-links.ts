/**
 * Defines how long a link to a patient's own results works, and in which state it is. Source: SMART Health Links
 * (HL7, Smart Health Cards and Links 1.0), section “SMART Health Link server”.
 */

/** How many days a link may work; the hospital chooses one. */
export const healthLinkDays = [7, 30, 90] as const;

/** A link ends after this many wrong passcodes, because six digits could be guessed. */
export const wrongPasscodes = 10;

/** Links of one case that work at the same time. */
export const openLinksPerCase = 5;

export const healthLinkEndings = ['revoked', 'guessed'] as const;
export type HealthLinkEnding = (typeof healthLinkEndings)[number];
export type HealthLinkState = 'open' | 'expired' | HealthLinkEnding;

export type HealthLinkFacts = {
  readonly expires_ms: number;
  /** Null while nobody and nothing has ended it. */
  readonly ending: HealthLinkEnding | null;
};

export function healthLinkState({ expires_ms, ending }: HealthLinkFacts, now_ms: number): HealthLinkState {
  if (ending !== null) return ending;
  return expires_ms <= now_ms ? 'expired' : 'open';
}
