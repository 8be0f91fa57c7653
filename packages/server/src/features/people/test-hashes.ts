/**
 * Password hashes for tests that sign in but do not measure the work of a hash: argon2id with the least possible
 * memory.
 */
import { passwordHashes, type PasswordHashes } from './password-hashes.ts';

export const cheapHashes = (): PasswordHashes =>
  passwordHashes(undefined, { memoryCost: 8, timeCost: 1, parallelism: 1 });
