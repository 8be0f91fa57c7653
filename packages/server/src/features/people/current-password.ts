/**
 * Who changes what an account stands on (its password, its e-mail address, its being there) says the current password
 * again, or, who has none, proves again at their provider who they are: an unlocked screen is not enough. Asked last, so that
 * only a call that nothing else refuses counts a wrong one; never inside a transaction, so that the count stays.
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
