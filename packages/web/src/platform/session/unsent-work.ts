/**
 * Knows the work that exists only in this tab, so that the user is asked before signing out. What can still be sent is sent
 * first: after the sign-out the server accepts it no more.
 */
type Work = 'chosen' | 'sending';
const counts = new Map<Work, () => number>();

/** `chosen`: recordings that are not sent yet; `sending`: uploads in progress, which a sign-out would end. */
export function countUnsent(work: Work, by: () => number): void {
  counts.set(work, by);
}

export const unsentWork = (work: Work): number => counts.get(work)?.() ?? 0;

/** Sends what is not sent yet; returns whether the server has everything. */
type Sends = () => Promise<boolean>;
const sends = new Set<Sends>();

/** Registers work that is sent before a sign-out; the returned function removes it. */
export function sendBeforeLeaving(send: Sends): () => void {
  sends.add(send);
  return () => void sends.delete(send);
}

/** Sends everything; returns whether nothing would be lost. */
export async function allSent(): Promise<boolean> {
  const sent = await Promise.all([...sends].map((send) => send()));
  return sent.every(Boolean);
}
