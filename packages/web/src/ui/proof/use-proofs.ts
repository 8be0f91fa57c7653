/** Provides what can replace the user's own password before an action: the institution's provider, and a passkey. */
import type { PasskeyProof } from '@rhythmdesk/contract/passkeys';
import { useTranslation } from 'react-i18next';
import { hasPasskeys, provePasskey } from '../../platform/session/passkeys.ts';
import { proveByProvider } from '../../platform/session/provider-return.ts';
import { useSession } from '../../platform/session/session-state.ts';
import { useDialogs } from '../dialogs/dialogs.ts';

/** Fields of a call, used instead of its password. */
export type Proof = { readonly passkey: PasskeyProof } | { readonly provider_proof: string };

/** Verifies the user; null if the user did not verify. Must be called from a click. */
export type Proving = () => Promise<Proof | null>;

export type Proofs = {
  readonly hasPassword: boolean;
  readonly provider: { readonly name: string; readonly prove: Proving } | null;
  readonly passkey: Proving | null;
};

async function byPasskey(): Promise<Proof | null> {
  const passkey = await provePasskey();
  return passkey === null ? null : { passkey };
}

export function useProofs(): Proofs {
  const { t } = useTranslation('providers');
  const dialogs = useDialogs();
  const session = useSession();
  if (session.kind !== 'signed-in') return { hasPassword: true, provider: null, passkey: null };
  const { has_password, has_passkey, provider: name } = session.user;
  const byProvider = async (): Promise<Proof | null> => {
    const proof = await proveByProvider();
    if (proof !== 'blocked') return proof;
    await dialogs.alert({ message: t('blocked') });
    return null;
  };
  return {
    hasPassword: has_password,
    provider: name === null ? null : { name, prove: byProvider },
    passkey: has_passkey && hasPasskeys() ? byPasskey : null,
  };
}

/** Returns how a user without a password is verified; null for a user with one, or if nothing is available here. */
export function proofInstead({ hasPassword, provider, passkey }: Proofs): Proving | null {
  return hasPassword ? null : (provider?.prove ?? passkey);
}
