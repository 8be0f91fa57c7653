/**
 * Checks the current password again when a user changes their password or e-mail address or deletes the account,
 * because access to an unlocked screen is not enough. A user without a password proves their identity again at their
 * provider. This check comes last, so that a wrong password is counted only if nothing else refuses the call. It never
 * runs inside a transaction, so that the count stays.
 */
import type { Caller, CheckPassword, CheckProviderProof } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type AgainChecks = {
  readonly checkPassword: CheckPassword;
  readonly checkProviderProof: CheckProviderProof;
};

export type ProvedAgain = {
  readonly current_password?: string | undefined;
  readonly provider_proof?: string | undefined;
};

export async function requireProof(
  { checkPassword, checkProviderProof }: AgainChecks,
  caller: Caller,
  { current_password, provider_proof }: ProvedAgain,
  field: 'current_password' | 'password' = 'current_password',
): Promise<void> {
  if (provider_proof !== undefined) {
    await checkProviderProof(caller, provider_proof);
    return;
  }
  if (!current_password) {
    throw new Refusal('auth/password-missing', { fields: { [field]: 'refusal.auth.password-missing' } });
  }
  if (await checkPassword(caller, current_password)) return;
  throw new Refusal('auth/wrong-password', { fields: { [field]: 'refusal.auth.wrong-password' } });
}
