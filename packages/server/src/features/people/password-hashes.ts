/**
 * Hashes and checks passwords with argon2id (RFC 9106). The number of parallel hashes is limited: each takes 19 MiB and
 * a CPU core for a while, so unlimited hashes would allow a denial of service. The parameters follow OWASP's password
 * storage cheat sheet.
 *
 * Invariant: checking a password takes the same work whether the account exists or not.
 */
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../platform/http/refusal.ts';

/** Cost of one hash: KiB, passes and lanes. The library's default algorithm is argon2id. */
export type HashWork = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};
const usualWork: HashWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Compares a password with a stored hash. `null` means that the account does not exist: the same work is done, and the
 * result is always false. A stored value that is not a hash (an account created without a password, or a row restored
 * manually) matches no password and is not an error.
 */
type Matches = (stored: string | null, password: string) => Promise<boolean>;

export type PasswordHashes = {
  readonly make: (password: string) => Promise<string>;
  readonly matches: Matches;
  /**
   * Reserves a slot for one check before the attempt is counted. If no slot is free for the address `from`, the caller
   * is asked to retry later, and no failure is counted.
   */
  readonly judge: <Result>(from: string, work: (matches: Matches) => Promise<Result>) => Promise<Result>;
};

export type HashLimits = {
  readonly parallel: number;
  readonly waiting: number;
  /** Number of checks that one address may have in progress, so that a flood from it leaves slots for others. */
  readonly per_address: number;
};

/** Runs at most `parallel` hashes at once and lets at most `waiting` more wait; beyond that it refuses. */
class Turnstile {
  readonly #limits: HashLimits;
  readonly #queue: (() => void)[] = [];
  readonly #places = new Map<string, number>();
  #inside = 0;
  #running = 0;

  constructor(limits: HashLimits) {
    this.#limits = limits;
  }

  /** Takes a slot and returns the function that frees it. */
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

  /** Runs the work when it is its turn. The caller must have a slot. */
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
        : // `verify` rejects at once a value that is not a hash, so the work follows. Library faults occur there again.
          verify(stored, password).catch(() => matchesNobody(password)),
    );
  return {
    make: (password) => inPlace(null, () => turnstile.run(() => hash(password, work))),
    matches: (stored, password) => inPlace(null, () => verifyInTurn(stored, password)),
    judge: (from, work) => inPlace(from, () => work(verifyInTurn)),
  };
}
