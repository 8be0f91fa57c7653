/** Hashes passwords with the least possible memory, for tests that sign in but do not measure the work of a hash. */
import { passwordHashes, type PasswordHashes } from './password-hashes.ts';

export const cheapHashes = (): PasswordHashes =>
  passwordHashes(undefined, { memoryCost: 8, timeCost: 1, parallelism: 1 });
