/**
 * Decides the verdict on one dropped file, from its contents, the server's knowledge of its HN ID and the other files.
 * Pure.
 */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import type { CheckFault, CheckResult } from '../check/check-result.ts';
import type { MakeOrder, Surveyed } from '../convert/convert-result.ts';
import type { Card } from './batch.ts';
import { isSameOrder, type Missing, type Ordered } from './make-order.ts';

/** Below this share of signal a person should look before sending; the recording can still be sent. */
export const goodSignalShare = 0.85;

export type HnState = 'free' | 'attaches' | 'taken' | 'unknown';
export type Refusal = CheckFault | { readonly reason: 'broken' | 'hn-taken' | 'hn-twice' };
/** For a recording in another format: the facts of its file, and its start if it is known. */
type Found = { readonly surveyed: Surveyed; readonly start_ms: number | null };
export type FileVerdict =
  | { readonly kind: 'checking' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** A recording in another format that needs input before it becomes a zip. */
  | (Found & { readonly kind: 'asks'; readonly asks: Missing | 'hn-taken' | 'hn-twice' })
  | (Found & { readonly kind: 'making'; readonly order: MakeOrder })
  | { readonly kind: 'checked' | 'signal'; readonly result: CheckResult };

/** A zip contains its HN ID; that of a recording in another format is typed. */
export function hnIdOf({ conversion, result }: Card): string | null {
  if (conversion !== null) return normaliseHnId(conversion.hn_id);
  return result === null || result === 'broken' ? null : (result.facts?.hn_id ?? null);
}

/** Returns the weakest lead's share; null before it is known. */
function weakestShare(result: CheckResult): number | null {
  const shares = result.facts?.leads.flatMap(({ signal_share }) => signal_share ?? []) ?? [];
  return shares.length === 0 ? null : Math.min(...shares);
}

export type Around = {
  readonly hn: HnState;
  /** Another card before this one, or an upload in progress, has the same HN ID. */
  readonly twice: boolean;
  /** For a recording in another format. */
  readonly ordered: Ordered | null;
};

/** Returns what a recording in another format waits for; null once its zip exists. */
function conversionVerdict({ conversion }: Card, { hn, twice, ordered }: Around): FileVerdict | null {
  const surveyed = conversion?.surveyed;
  if (ordered === null || !surveyed) return { kind: 'checking' };
  const found = { surveyed, start_ms: ordered.start_ms };
  if ('asks' in ordered) return { ...found, kind: 'asks', asks: ordered.asks };
  if (twice || hn === 'taken') return { ...found, kind: 'asks', asks: twice ? 'hn-twice' : 'hn-taken' };
  const { order } = ordered;
  return isSameOrder(conversion.made, order) ? null : { ...found, kind: 'making', order };
}

export function verdictOf(card: Card, around: Around): FileVerdict {
  const { result, conversion } = card;
  if (result === 'broken') return { kind: 'refused', refusal: { reason: 'broken' } };
  if (result !== null && result.fault !== null) return { kind: 'refused', refusal: result.fault };
  const waits = conversion === null ? null : conversionVerdict(card, around);
  if (waits !== null) return waits;
  if (result === null) return { kind: 'checking' };
  if (around.twice) return { kind: 'refused', refusal: { reason: 'hn-twice' } };
  if (around.hn === 'taken') return { kind: 'refused', refusal: { reason: 'hn-taken' } };
  const share = weakestShare(result);
  return { kind: share !== null && share < goodSignalShare ? 'signal' : 'checked', result };
}
