/** Shows the buttons that verify the user without the password: at the institution's provider, and by a passkey. */
import Button from '@mui/material/Button';
import { BuildingsIcon, KeyIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { type Proving, useProofs } from './use-proofs.ts';

export type ProofButtonsProps = {
  /** A signature signs a case; anything else is confirmed. */
  readonly kind: 'sign' | 'confirm';
  readonly disabled: boolean;
  readonly onProve: (prove: Proving) => void;
};

export function ProofButtons({ kind, disabled, onProve }: ProofButtonsProps) {
  const { t } = useTranslation('providers');
  const { provider, passkey } = useProofs();
  const shared = { variant: 'outlined', disabled, sx: { alignSelf: 'flex-start' } } as const;
  return (
    <>
      {provider === null ? null : (
        <Button
          {...shared}
          onClick={() => onProve(provider.prove)}
          title={t(`${kind}-hint`, { name: provider.name })}
          startIcon={<BuildingsIcon size={16} aria-hidden="true" />}
        >
          {t(kind, { name: provider.name })}
        </Button>
      )}
      {passkey === null ? null : (
        <Button
          {...shared}
          onClick={() => onProve(passkey)}
          startIcon={<KeyIcon size={16} aria-hidden="true" />}
        >
          {t(`${kind}-passkey`)}
        </Button>
      )}
    </>
  );
}
