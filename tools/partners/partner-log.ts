/**
 * Records what the demo's partners sent and received, in order, with the content as it crossed the wire. Only the latest
 * entries are kept.
 */
const partnerKeys = ['orders', 'results', 'webhooks', 'fhir'] as const;
export type PartnerKey = (typeof partnerKeys)[number];

export type PartnerEntry = {
  readonly id: number;
  readonly at: string;
  readonly partner: PartnerKey;
  readonly title: string;
  /** The HN ID of an accepted order, whose recording can be sent. */
  readonly ordered: string | null;
};

const keptEntries = 500;

export class PartnerLog {
  readonly #entries = new Map<number, PartnerEntry & { readonly raw: string }>();
  readonly #listeners = new Set<(entry: PartnerEntry) => void>();
  #last = 0;

  add(partner: PartnerKey, title: string, raw: string, ordered: string | null = null): void {
    const id = (this.#last += 1);
    const entry = { id, at: new Date().toISOString(), partner, title, ordered };
    this.#entries.set(id, { ...entry, raw });
    this.#entries.delete(id - keptEntries);
    for (const hear of this.#listeners) hear(entry);
  }

  /** Returns the entries after this one, the oldest first. */
  after(id: number): PartnerEntry[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.id > id)
      .map(({ raw: _raw, ...entry }) => entry);
  }

  rawOf(id: number): string | null {
    return this.#entries.get(id)?.raw ?? null;
  }

  /** Calls `hear` for each new entry until the returned function is called. */
  listen(hear: (entry: PartnerEntry) => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }
}
