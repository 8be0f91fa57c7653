/** Uploads a PKCS#12 file and its password unchanged; an error that the server finds is shown at its field. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CertificateIcon, FileArrowUpIcon } from '@phosphor-icons/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { SmallDialog } from '../../../ui/dialogs/small-dialog.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { useRefusalText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const Chosen = styled('div')(({ theme }) => ({
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10 },
  '& .name': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, overflowWrap: 'anywhere' },
  '& h3': { margin: '0 0 4px', fontSize: textSize.small, lineHeight: '16px', fontWeight: 500 },
  '& p': { margin: '4px 0 0', fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& p.fault': { color: theme.vars.palette.error.main },
}));

const mostBytes = 60_000;
const passwordCode = 'certificate/password';

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function useAdding(id: number, onClose: () => void) {
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: async ({ file, password }: { file: File; password: string }) => {
      const pkcs12 = base64Of(new Uint8Array(await file.arrayBuffer()));
      return api.call('addCertificate', { id, pkcs12, password });
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['centerCertificates', { id }] });
      onClose();
    },
  });
}

/** Returns the server's errors, by the field that they belong to. */
function faultsOf(error: Error | null): {
  ofFile?: string;
  ofPassword?: string;
  other?: Error;
} {
  if (error === null) return {};
  if (!(error instanceof ApiError) || !error.code.startsWith('certificate/')) return { other: error };
  return error.code === passwordCode ? { ofPassword: error.detail } : { ofFile: error.detail };
}

type FileFieldProps = { file: File | null; fault: string | undefined; onFile: (file: File | null) => void };

function FileField({ file, fault, onFile }: FileFieldProps) {
  const { t } = useTranslation('signing');
  return (
    <Chosen>
      <h3>{t('file')}</h3>
      <div className="line">
        <FilePicker
          label={t('file.choose')}
          accept=".p12,.pfx,application/x-pkcs12"
          icon={<FileArrowUpIcon size={16} aria-hidden="true" />}
          onFiles={([chosen]) => onFile(chosen ?? null)}
        />
        <span className={file === null ? undefined : 'name'}>{file?.name ?? t('file.none')}</span>
      </div>
      {fault === undefined ? (
        <p>{t('file.note')}</p>
      ) : (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
    </Chosen>
  );
}

function Acts({ isReady, onClose }: { isReady: boolean; onClose: () => void }) {
  const { t } = useTranslation('signing');
  const { t: frame } = useTranslation('dialogs');
  return (
    <>
      <Button onClick={onClose}>{frame('cancel')}</Button>
      <Button type="submit" variant="contained" disabled={!isReady}>
        {t('center.add')}
      </Button>
    </>
  );
}

export function CertificateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('signing');
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const { mutate, error, isPending, reset } = useAdding(id, onClose);
  const tooLarge = file !== null && file.size > mostBytes;
  const { ofFile, ofPassword, other } = faultsOf(error);
  const refusalText = useRefusalText();
  const send = (): void => {
    if (file !== null && !tooLarge && !isPending) mutate({ file, password });
  };
  return (
    <SmallDialog
      title={t('center.add')}
      message={undefined}
      icon={<CertificateIcon size={20} aria-hidden="true" />}
      persistent={isPending}
      onDismiss={onClose}
      onSubmit={send}
      actions={<Acts isReady={file !== null && !tooLarge && !isPending} onClose={onClose} />}
    >
      {other === undefined ? null : <NoticeBar tone="error" title={refusalText(other)} />}
      <FileField
        file={file}
        fault={tooLarge ? t('file.large') : ofFile}
        onFile={(chosen) => {
          reset();
          setFile(chosen);
        }}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="off"
        value={password}
        hint={t('password.note')}
        fault={ofPassword}
        onChange={(event) => {
          reset();
          setPassword(event.target.value);
        }}
      />
    </SmallDialog>
  );
}
