/**
 * argon2id (RFC 9106) with few hashes at once: each takes 19 MiB and a core for a while, so unbounded they would be
 * a way to stop the server. Parameters after OWASP's password storage cheat sheet.
 *
 * Law: judging a password takes the same work whether the account exists or not.
 */
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../platform/http/refusal.ts';

/** The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type PasswordHashes = {
  readonly make: (password: string) => Promise<string>;
  /** `null` for an account that does not exist: the same work, and never true. */
  readonly matches: (stored: string | null, password: string) => Promise<boolean>;
};

export type HashLimits = { readonly parallel: number; readonly waiting: number };

/** Runs at most `parallel` works at once; beyond `waiting` more the caller is asked to come back. */
function turnstile({ parallel, waiting }: HashLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= parallel) {
      if (queue.length >= waiting) throw new Refusal('auth/throttled', { retry_after_s: 2 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export function passwordHashes(limits: HashLimits = { parallel: 2, waiting: 200 }): PasswordHashes {
  const inTurn = turnstile(limits);
  const nobody = hash('nobody has this password', parameters);
  return {
    make: (password) => inTurn(() => hash(password, parameters)),
    matches: async (stored, password) => {
      const against = stored ?? (await nobody);
      const same = await inTurn(() => verify(against, password));
      return same && stored !== null;
    },
  };
}
