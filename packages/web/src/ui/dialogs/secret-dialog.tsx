/** Shows a secret once, with a button that copies it: after closing it is not shown again. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CopyIcon, KeyIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { SmallDialog } from './small-dialog.tsx';

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

export type SecretDialogProps = { title: string; message: string; secret: string; onClose: () => void };

export function SecretDialog({ title, message, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('dialogs');
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <SmallDialog
      title={title}
      message={message}
      icon={<KeyIcon size={18} aria-hidden="true" />}
      persistent
      onDismiss={onClose}
      onSubmit={onClose}
      actions={
        <>
          <Button size="large" startIcon={<CopyIcon size={16} aria-hidden="true" />} onClick={copy}>
            {t(copied ? 'secret.copied' : 'secret.copy')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" autoFocus>
            {t('secret.done')}
          </Button>
        </>
      }
    >
      <Said aria-label={title}>{secret}</Said>
    </SmallDialog>
  );
}
