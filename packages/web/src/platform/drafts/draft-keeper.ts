/**
 * What was typed and is not sent yet, on its way to the server's drafts and back.
 *
 * Laws: the last change of a name reaches the server, one call of a name at a time, after a rest in the typing; a call
 * that time can heal is made again, one that the server refuses is given up and told; nothing is read back over what
 * was changed here meanwhile.
 */
export type DraftLine = {
  readonly list: () => Promise<readonly { readonly name: string; readonly content: string }[]>;
  readonly save: (name: string, content: string) => Promise<void>;
  readonly drop: (name: string) => Promise<void>;
  /** Time may heal this fault. */
  readonly passes: (fault: unknown) => boolean;
};

const restMs = 500;
const againMs = 5_000;

type Contents = ReadonlyMap<string, string>;

export class DraftKeeper {
  readonly #line: DraftLine;
  readonly #listeners = new Set<() => void>();
  /** What the server should hold; null where a draft is to be forgotten. */
  readonly #wanted = new Map<string, string | null>();
  readonly #busy = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #contents: Contents | null = null;
  /** The list that is being asked for; another one, or none, once the session is over. */
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

  /** Every draft as it stands here, the last changed first; null until the server's are known. */
  readonly contents = (): Contents | null => this.#contents;

  /** The server takes no more drafts: what is typed now would not survive a reload. */
  readonly refused = (): boolean => this.#refused;

  readonly hasUnsaved = (): boolean => this.#wanted.size > 0;

  #set(contents: Contents | null): void {
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

  /** What was typed before the server answered stands over what it had. */
  #arrived(contents: Map<string, string>): void {
    for (const [name, wanted] of this.#wanted) {
      if (wanted === null) contents.delete(name);
      else contents.set(name, wanted);
      this.#schedule(name, restMs);
    }
    this.#set(contents);
  }

  /** The session is over; the drafts stay on the server. */
  reset(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#loadAgain);
    this.#wanted.clear();
    this.#loading = null;
    this.#refused = false;
    this.#set(null);
  }

  /** A draft as it stands here, also before the server's are known. */
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

  async #write(name: string): Promise<void> {
    const wanted = this.#wanted.get(name);
    if (wanted === undefined || this.#busy.has(name)) return;
    this.#busy.add(name);
    try {
      await (wanted === null ? this.#line.drop(name) : this.#line.save(name, wanted));
      this.#refused = false;
      this.#written(name, wanted);
    } catch (fault) {
      if (this.#line.passes(fault)) return this.#schedule(name, againMs);
      this.#refused = true;
      this.#written(name, wanted);
      this.#set(this.#contents);
    } finally {
      this.#busy.delete(name);
    }
  }

  #written(name: string, wanted: string | null): void {
    if (this.#wanted.get(name) === wanted) this.#wanted.delete(name);
    else if (this.#wanted.has(name)) this.#schedule(name, restMs);
  }
}
