/** Signs by the user's own provider, which verifies the user again in a popup window. */
import Button from '@mui/material/Button';
import { BuildingsIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { proveByProvider } from '../../../platform/session/provider-return.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';

type Proof = { readonly provider_proof: string };

export type ProviderSignatureProps = {
  /** The provider's name. */
  name: string;
  busy: boolean;
  onSign: (prove: () => Promise<Proof | null>) => void;
};

export function ProviderSignature({ name, busy, onSign }: ProviderSignatureProps) {
  const { t } = useTranslation('providers');
  const dialogs = useDialogs();
  const prove = async (): Promise<Proof | null> => {
    const proof = await proveByProvider();
    if (proof !== 'blocked') return proof;
    await dialogs.alert({ message: t('blocked') });
    return null;
  };
  return (
    <Button
      variant="outlined"
      onClick={() => onSign(prove)}
      disabled={busy}
      title={t('sign-hint', { name })}
      startIcon={<BuildingsIcon size={16} aria-hidden="true" />}
      sx={{ alignSelf: 'flex-start' }}
    >
      {t('sign', { name })}
    </Button>
  );
}
