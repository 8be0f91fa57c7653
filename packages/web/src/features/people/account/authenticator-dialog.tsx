/** Sets up an authenticator app: the QR code to scan, the key to type without a camera, the first code. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { CodeCells, codeLength } from '../../../ui/code-cells.tsx';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';

const Body = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, '& p': { margin: 0 } });
const Picture = styled('div')({ display: 'flex', justifyContent: 'center' });
const Key = styled('code')({
  display: 'block',
  marginTop: 4,
  fontFamily: 'var(--font-mono)',
  overflowWrap: 'anywhere',
  userSelect: 'all',
});

export type NewAuthenticator = { readonly secret: string; readonly uri: string };
export type AuthenticatorDialogProps = {
  made: NewAuthenticator;
  onClose: () => void;
  /** With recovery codes if this was the first factor. */
  onDone: (codes: readonly string[] | null) => void;
};

function useConfirm(onDone: AuthenticatorDialogProps['onDone']) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: (given: string) => api.call('confirmAuthenticator', { code: given }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => input.current?.select(),
    meta: { faults: 'in-place' },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length < codeLength) input.current?.focus();
    else if (!confirm.isPending) confirm.mutate(code);
  };
  return { input, code, setCode, confirm, submit };
}

export function AuthenticatorDialog({ made, onClose, onDone }: AuthenticatorDialogProps) {
  const { t } = useTranslation('account');
  const title = useId();
  const textOf = useFaultText();
  const { input, code, setCode, confirm, submit } = useConfirm(onDone);
  const fault = confirm.error === null ? undefined : textOf(confirm.error);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 440 } } }}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={title}>{t('set-up.title')}</DialogTitle>
        <DialogContent>
          <Body>
            <p>{t('set-up.scan')}</p>
            <Picture>
              <QrPicture text={made.uri} label={t('set-up.picture')} />
            </Picture>
            <p>
              {t('set-up.by-hand')}
              <Key>{made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Key>
            </p>
            <CodeCells
              label={t('set-up.code')}
              value={code}
              onChange={setCode}
              fault={fault}
              disabled={false}
              inputRef={input}
            />
            {fault === undefined ? null : (
              <FormHelperText error role="alert">
                {fault}
              </FormHelperText>
            )}
          </Body>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {t('set-up.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
