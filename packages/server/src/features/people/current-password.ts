/**
 * Who changes what an account stands on (its password, its e-mail address, its being there) says the current password
 * again: an unlocked screen is not enough. Asked last, so that only a call that nothing else refuses counts a wrong one;
 * never inside a transaction, so that the count stays.
 */
import type { Caller, CheckPassword } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export async function requirePassword(
  checkPassword: CheckPassword,
  caller: Caller,
  field: 'current_password' | 'password',
  given: string | undefined,
): Promise<void> {
  if (!given) {
    throw new Refusal('auth/password-missing', { fields: { [field]: 'refusal.auth.password-missing' } });
  }
  if (await checkPassword(caller, given)) return;
  throw new Refusal('auth/wrong-password', { fields: { [field]: 'refusal.auth.wrong-password' } });
}
