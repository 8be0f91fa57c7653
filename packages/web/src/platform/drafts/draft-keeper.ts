/**
 * Synchronizes unsent texts with the server's drafts.
 *
 * Invariants: the last change of a draft reaches the server, with one call per draft at a time, after a pause in the
 * typing; a call with a temporary error is repeated, one that the server refuses is given up and reported; the server's
 * drafts never overwrite text that was changed here meanwhile.
 */
export type DraftLine = {
  readonly list: () => Promise<readonly { readonly name: string; readonly content: string }[]>;
  readonly save: (name: string, content: string) => Promise<void>;
  readonly drop: (name: string) => Promise<void>;
  /** Whether this error is temporary. */
  readonly passes: (fault: unknown) => boolean;
};

const restMs = 500;
const againMs = 5_000;

type DraftTexts = ReadonlyMap<string, string>;

export class DraftKeeper {
  readonly #line: DraftLine;
  readonly #listeners = new Set<() => void>();
  /** The content that the server should store; null if a draft should be deleted. */
  readonly #wanted = new Map<string, string | null>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #contents: DraftTexts | null = null;
  /** The list request in progress; it is replaced or cleared when the session ends. */
  #loading: symbol | null = null;
  #loadAgain: ReturnType<typeof setTimeout> | undefined;
  #refused = false;

  constructor(line: DraftLine) {
    this.#line = line;
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The current drafts, the last changed first; null until the server's drafts are known. */
  readonly contents = (): DraftTexts | null => this.#contents;

  /** Whether the server accepts no more drafts: text typed now would be lost on a reload. */
  readonly refused = (): boolean => this.#refused;

  readonly hasUnsaved = (): boolean => this.#wanted.size > 0;

  #set(contents: DraftTexts | null): void {
    this.#contents = contents;
    for (const listener of [...this.#listeners]) listener();
  }

  #loads(load: symbol): boolean {
    return this.#loading === load;
  }

  async load(): Promise<void> {
    if (this.#contents !== null || this.#loading !== null) return;
    const loading = Symbol('load');
    this.#loading = loading;
    clearTimeout(this.#loadAgain);
    try {
      const listed = await this.#line.list();
      if (this.#loads(loading)) this.#arrived(new Map(listed.map(({ name, content }) => [name, content])));
    } catch (fault) {
      if (!this.#line.passes(fault)) throw fault;
      if (this.#loads(loading)) this.#loadAgain = setTimeout(() => void this.load(), againMs);
    } finally {
      if (this.#loads(loading)) this.#loading = null;
    }
  }

  /** Text typed before the server's response takes precedence over the server's drafts. */
  #arrived(contents: Map<string, string>): void {
    for (const [name, wanted] of this.#wanted) {
      if (wanted === null) contents.delete(name);
      else contents.set(name, wanted);
      this.#schedule(name, restMs);
    }
    this.#set(contents);
  }

  /** Clears the state when the session ends; the drafts stay on the server. */
  reset(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#loadAgain);
    this.#wanted.clear();
    this.#loading = null;
    this.#refused = false;
    this.#set(null);
  }

  /** The current text of a draft, also before the server's drafts are known. */
  now(name: string): string | undefined {
    const wanted = this.#wanted.get(name);
    return wanted === undefined ? this.#contents?.get(name) : (wanted ?? undefined);
  }

  keep(name: string, content: string): void {
    if (this.now(name) !== content) this.#change(name, content, [[name, content]]);
  }

  forget(name: string): void {
    if (this.#contents === null || this.#contents.has(name)) this.#change(name, null, []);
  }

  #change(name: string, wanted: string | null, first: readonly [string, string][]): void {
    this.#wanted.set(name, wanted);
    if (this.#contents === null) return this.#set(null);
    this.#schedule(name, restMs);
    this.#set(new Map([...first, ...[...this.#contents].filter(([each]) => each !== name)]));
  }

  #schedule(name: string, ms: number): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => void this.#write(name), ms),
    );
  }

  /** Writes everything now; returns whether the server has it. */
  readonly settle = async (): Promise<boolean> => {
    const settleOne = async (name: string): Promise<void> => {
      await this.#busy.get(name);
      await this.#write(name);
    };
    await Promise.all([...this.#wanted.keys()].map(settleOne));
    return !this.hasUnsaved() && !this.#refused;
  };

  async #write(name: string): Promise<void> {
    const wanted = this.#wanted.get(name);
    if (wanted === undefined || this.#busy.has(name)) return;
    const writing = this.#send(name, wanted).finally(() => this.#busy.delete(name));
    this.#busy.set(name, writing);
    await writing;
  }

  async #send(name: string, wanted: string | null): Promise<void> {
    try {
      await (wanted === null ? this.#line.drop(name) : this.#line.save(name, wanted));
      this.#refused = false;
      this.#written(name, wanted);
    } catch (fault) {
      if (this.#line.passes(fault)) return this.#schedule(name, againMs);
      this.#refused = true;
      this.#written(name, wanted);
      this.#set(this.#contents);
    }
  }

  #written(name: string, wanted: string | null): void {
    if (this.#wanted.get(name) === wanted) this.#wanted.delete(name);
    else if (this.#wanted.has(name)) this.#schedule(name, restMs);
  }
}
