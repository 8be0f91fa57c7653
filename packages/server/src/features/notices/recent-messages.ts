/**
 * What was published lately, so that a new event stream can also tell what happened between the answers that its reader
 * holds and its own beginning.
 */
import type { ChangeMessage } from '../../platform/live/publish.ts';

/** The connection takes its time, and so does a message from its commit to here. */
const marginMs = 10_000;
const keptMs = 60_000;
const most = 2_000;

/** Two messages of the same subject: whoever asks anew because of the later one knows of the earlier. */
const subjectOf = (message: ChangeMessage): string => JSON.stringify({ ...message, version: 0, sequence: 0 });

export class RecentMessages {
  readonly #now: () => number;
  #kept: { readonly at: number; readonly message: ChangeMessage }[] = [];
  /** From here on nothing is missing. */
  #from: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#from = now();
  }

  keep(message: ChangeMessage): void {
    this.#kept.push({ at: this.#now(), message });
    const dropped = this.#kept.length > most ? this.#kept.shift() : undefined;
    if (dropped !== undefined) this.#from = dropped.at;
  }

  /** Messages may have been missed until now. */
  forget(): void {
    this.#kept = [];
    this.#from = this.#now();
  }

  /**
   * The last message of each subject, oldest first, of the last `ms` milliseconds and a little more.
   * @returns null where it is not known what happened so long ago
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
