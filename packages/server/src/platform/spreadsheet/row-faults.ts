/** Gathers the faults of one imported row, so that a row names every wrong cell at once. */
import { Refusal } from '../http/refusal.ts';

export class RowFaults {
  /** Maps each field to the message key of its first fault. */
  readonly #fields = new Map<string, string>();

  /** Returns the result of a check, or nothing if it was refused for certain fields. */
  async check<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.detail.fields === undefined) throw fault;
      for (const [field, key] of Object.entries(fault.detail.fields))
        if (!this.#fields.has(field)) this.#fields.set(field, key);
      return undefined;
    }
  }

  /** Refuses the row with all of its faults, if there is one. */
  refuse(): void {
    if (this.#fields.size > 0)
      throw new Refusal('input/invalid', { fields: Object.fromEntries(this.#fields) });
  }
}
