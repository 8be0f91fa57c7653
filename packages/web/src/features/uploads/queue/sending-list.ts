/**
 * Keeps the uploads of this tab as one list that components read; progress is published at most four times a second.
 */
import { createStore } from '../../../platform/store.ts';
import type { KeptSending, Sending } from './sending.ts';

const notifyEveryMs = 250;

export class SendingList {
  #list: readonly Sending[] = [];
  readonly #shown = createStore<readonly Sending[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The newest state; components read `shown`. */
  readonly all = (): readonly Sending[] => this.#list;
  readonly shown = this.#shown.get;
  readonly get = (id: string): Sending | undefined => this.#list.find((each) => each.id === id);

  readonly onChange = this.#shown.subscribe;

  add(sending: Sending): void {
    this.#list = [...this.#list, sending];
    this.#tell();
  }

  remove(id: string): void {
    this.#list = this.#list.filter((each) => each.id !== id);
    this.#tell();
  }

  /** Returns the changed upload, or undefined if it was removed meanwhile. */
  change(id: string, by: Partial<Sending>, how: 'now' | 'soon' = 'now'): Sending | undefined {
    this.#list = this.#list.map((each) => (each.id === id ? { ...each, ...by } : each));
    if (how === 'now') this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), notifyEveryMs);
    return this.get(id);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shown.set(this.#list);
  }
}

/** Returns the stored form of an upload: one that was being sent will wait again. */
export function keptOf(sending: Sending): KeptSending {
  const { hold: _hold, file_kept: _kept, bytes_per_s: _speed, phase, ...rest } = sending;
  return { ...rest, phase: phase === 'sending' ? 'waiting' : phase };
}
