/**
 * Keeps the recently published messages, so that a new event stream can also send what happened between the page's
 * first load and its own start.
 */
import type { ChangeMessage } from '../../platform/live/publish.ts';

/** Covers the time of connecting, and the time of a message from its commit to here. */
const marginMs = 10_000;
const keptMs = 60_000;
const most = 2_000;

/** Messages with the same subject: a page that refetches because of the later one also gets the earlier change. */
const subjectOf = (message: ChangeMessage): string => JSON.stringify({ ...message, version: 0, sequence: 0 });

export class RecentMessages {
  readonly #now: () => number;
  #kept: { readonly at: number; readonly message: ChangeMessage }[] = [];
  /** All messages since this time are known. */
  #from: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#from = now();
  }

  keep(message: ChangeMessage): void {
    this.#kept.push({ at: this.#now(), message });
    const dropped = this.#kept.length > most ? this.#kept.shift() : undefined;
    if (dropped !== undefined) this.#from = dropped.at;
  }

  /** Call it when messages may have been missed until now. */
  forget(): void {
    this.#kept = [];
    this.#from = this.#now();
  }

  /**
   * Returns the last message of each subject, oldest first, of the last `ms` milliseconds and a margin.
   * @returns null if messages of that time are no longer known
   */
  since(ms: number): readonly ChangeMessage[] | null {
    const now = this.#now();
    if (ms + marginMs > keptMs || now - ms < this.#from) return null;
    this.#kept = this.#kept.filter(({ at }) => at >= now - keptMs);
    const latest = new Map<string, ChangeMessage>();
    for (const { at, message } of this.#kept) {
      if (at < now - ms - marginMs) continue;
      latest.delete(subjectOf(message));
      latest.set(subjectOf(message), message);
    }
    return [...latest.values()];
  }
}
