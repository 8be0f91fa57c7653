/** What the page says of one dropped file: what it holds, what the server knows of its HN ID, what else is here. Pure. */
import type { CheckFault, CheckResult } from '../check/check-result.ts';
import type { Card } from './batch.ts';

/** Below this share of signal a person should look before sending; the recording may be sent all the same. */
export const goodSignalShare = 0.85;

export type HnState = 'free' | 'attaches' | 'taken' | 'unknown';
export type Refusal = CheckFault | { readonly reason: 'broken' | 'hn-taken' | 'hn-twice' };
export type Verdict =
  | { readonly kind: 'checking' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'checked' | 'signal'; readonly result: CheckResult };

export const hnIdOf = ({ result }: Card): string | null =>
  result === null || result === 'broken' ? null : (result.facts?.hn_id ?? null);

/** The weakest lead's share; null before it is known. */
export function weakestShare(result: CheckResult): number | null {
  const shares = result.facts?.leads.flatMap(({ signal_share }) => signal_share ?? []) ?? [];
  return shares.length === 0 ? null : Math.min(...shares);
}

export type Around = {
  readonly hn: HnState;
  /** Another card before this one, or a sending under way, has the same HN ID. */
  readonly twice: boolean;
};

export function verdictOf({ result }: Card, { hn, twice }: Around): Verdict {
  if (result === null) return { kind: 'checking' };
  if (result === 'broken') return { kind: 'refused', refusal: { reason: 'broken' } };
  if (result.fault !== null) return { kind: 'refused', refusal: result.fault };
  if (twice) return { kind: 'refused', refusal: { reason: 'hn-twice' } };
  if (hn === 'taken') return { kind: 'refused', refusal: { reason: 'hn-taken' } };
  const share = weakestShare(result);
  return { kind: share !== null && share < goodSignalShare ? 'signal' : 'checked', result };
}
