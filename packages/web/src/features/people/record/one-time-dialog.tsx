/** Shows the password for one sign-in once: after closing it is not shown again. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CopyIcon, KeyIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { SmallDialog } from '../../../ui/dialogs/small-dialog.tsx';

const Said = styled('output')(({ theme }) => ({
  display: 'block',
  padding: '10px 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.section,
  letterSpacing: '.06em',
  userSelect: 'all',
  overflowWrap: 'anywhere',
}));

export type OneTimeDialogProps = { user_id: string; password: string; onClose: () => void };

export function OneTimeDialog({ user_id, password, onClose }: OneTimeDialogProps) {
  const { t } = useTranslation('users');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(password).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <SmallDialog
      title={t('one-time.title')}
      message={t('one-time.body', { user_id })}
      icon={<KeyIcon size={18} aria-hidden="true" />}
      persistent
      onDismiss={onClose}
      onSubmit={onClose}
      actions={
        <>
          <Button size="large" startIcon={<CopyIcon size={16} aria-hidden="true" />} onClick={copy}>
            {t(copied ? 'one-time.copied' : 'one-time.copy')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" autoFocus>
            {t('one-time.done')}
          </Button>
        </>
      }
    >
      <Said aria-label={t('one-time.title')}>{password}</Said>
    </SmallDialog>
  );
}
