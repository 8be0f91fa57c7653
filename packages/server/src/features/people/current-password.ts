/**
 * Checks the current password again when a user changes a sign-in method, deletes the account or erases a patient,
 * because access to an unlocked screen is not enough. A passkey that has verified its user, or the user's provider, can
 * replace the password. This check comes last, so that a wrong password is counted only if nothing else refuses the
 * call. It never runs inside a transaction, so that the count stays.
 */
import type { PasskeyProof } from '@rhythmdesk/contract/passkeys';
import type { Caller, CheckPasskey, CheckPassword, CheckProviderProof } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type AgainChecks = {
  readonly checkPassword: CheckPassword;
  readonly checkProviderProof: CheckProviderProof;
  /** Accepts only a passkey that has verified its user by PIN, fingerprint or face. */
  readonly checkVerifiedPasskey: CheckPasskey;
};

export type ProvedAgain = {
  readonly current_password?: string | undefined;
  readonly provider_proof?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
};

export async function requireProof(
  { checkPassword, checkProviderProof, checkVerifiedPasskey }: AgainChecks,
  caller: Caller,
  { current_password, provider_proof, passkey }: ProvedAgain,
  field: 'current_password' | 'password' = 'current_password',
): Promise<void> {
  if (provider_proof !== undefined) {
    await checkProviderProof(caller, provider_proof);
    return;
  }
  if (passkey !== undefined) {
    await checkVerifiedPasskey(caller, passkey);
    return;
  }
  if (!current_password) {
    throw new Refusal('auth/password-missing', { fields: { [field]: 'refusal.auth.password-missing' } });
  }
  if (await checkPassword(caller, current_password)) return;
  throw new Refusal('auth/wrong-password', { fields: { [field]: 'refusal.auth.wrong-password' } });
}
