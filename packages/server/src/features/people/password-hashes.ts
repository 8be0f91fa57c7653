/**
 * argon2id (RFC 9106) with few hashes at once: each takes 19 MiB and a core for a while, so unbounded they would be
 * a way to stop the server. Parameters after OWASP's password storage cheat sheet.
 *
 * Law: judging a password takes the same work whether the account exists or not.
 */
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../platform/http/refusal.ts';

/** What one hash costs: KiB, passes and lanes. The library's default algorithm is argon2id. */
export type HashWork = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};
const usualWork: HashWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * `null` for an account that does not exist: the same work, and never true. A row that holds no hash (an account made
 * without a password, or one restored by hand) is a password that nobody knows, never a fault.
 */
type Matches = (stored: string | null, password: string) => Promise<boolean>;

export type PasswordHashes = {
  readonly make: (password: string) => Promise<string>;
  readonly matches: Matches;
  /**
   * Keeps a place for one judgement from before anything is counted: where there is none the caller `from` this place is
   * asked to come back, and has failed at nothing.
   */
  readonly judge: <Result>(from: string, work: (matches: Matches) => Promise<Result>) => Promise<Result>;
};

export type HashLimits = {
  readonly parallel: number;
  readonly waiting: number;
  /** Judgements that one address may have under way, so that a flood from it leaves places to others. */
  readonly per_address: number;
};

/** Runs at most `parallel` works at once; beyond `waiting` more there is no place. */
class Turnstile {
  readonly #limits: HashLimits;
  readonly #queue: (() => void)[] = [];
  readonly #places = new Map<string, number>();
  #inside = 0;
  #running = 0;

  constructor(limits: HashLimits) {
    this.#limits = limits;
  }

  /** Gives what leaves the place again. */
  take(from: string | null): () => void {
    const { parallel, waiting, per_address } = this.#limits;
    const own = from === null ? 0 : (this.#places.get(from) ?? 0);
    if (this.#inside >= parallel + waiting || own >= per_address) {
      throw new Refusal('auth/throttled', { retry_after_s: 2 });
    }
    this.#inside += 1;
    if (from !== null) this.#places.set(from, own + 1);
    return () => {
      this.#inside -= 1;
      if (from === null) return;
      const left = (this.#places.get(from) ?? 1) - 1;
      if (left === 0) this.#places.delete(from);
      else this.#places.set(from, left);
    };
  }

  /** Whoever runs it has a place. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.parallel) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

const usual: HashLimits = { parallel: 2, waiting: 200, per_address: 50 };

export function passwordHashes(limits: HashLimits = usual, work: HashWork = usualWork): PasswordHashes {
  const turnstile = new Turnstile(limits);
  const nobody = hash('nobody has this password', work);
  const inPlace = async <Result>(from: string | null, work: () => Promise<Result>): Promise<Result> => {
    const leave = turnstile.take(from);
    try {
      return await work();
    } finally {
      leave();
    }
  };
  const matchesNobody = async (password: string): Promise<false> => {
    await verify(await nobody, password);
    return false;
  };
  const verifyInTurn: Matches = (stored, password) =>
    turnstile.run(() =>
      stored === null
        ? matchesNobody(password)
        : // What is no hash is refused at once, so the work follows; a fault of the library's own comes again there.
          verify(stored, password).catch(() => matchesNobody(password)),
    );
  return {
    make: (password) => inPlace(null, () => turnstile.run(() => hash(password, work))),
    matches: (stored, password) => inPlace(null, () => verifyInTurn(stored, password)),
    judge: (from, work) => inPlace(from, () => work(verifyInTurn)),
  };
}
