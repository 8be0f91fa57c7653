/** Shows the recovery codes once, to copy or to save; the user confirms having stored them. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { CopyIcon, DownloadSimpleIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { showToast } from '../../../ui/toasts/toast-queue.ts';

const Codes = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '6px 16px',
  listStyle: 'none',
  margin: '16px 0 12px',
  padding: 16,
  borderRadius: 8,
  textAlign: 'center',
  fontFamily: 'var(--font-mono)',
  fontSize: textSize.section,
  backgroundColor: theme.vars.palette.surface.s3,
}));
const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { user_id } = useSessionUser();
  const title = useId();
  const text = `${t('codes.file', { user_id })}\n\n${codes.join('\n')}\n`;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => showToast(t('codes.copied')),
      () => undefined,
    );
  };
  const save = () => {
    saveBytes(text, `rhythmdesk-recovery-codes-${user_id}.txt`, 'text/plain;charset=utf-8');
  };
  return (
    <Dialog open aria-labelledby={title} slotProps={{ paper: { style: { maxWidth: 440 } } }}>
      <DialogTitle id={title}>{t('codes.title')}</DialogTitle>
      <DialogContent>
        {t('codes.body')}
        <Codes>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Ways>
          <Button onClick={copy} startIcon={<CopyIcon size={16} aria-hidden="true" />}>
            {t('codes.copy')}
          </Button>
          <Button onClick={save} startIcon={<DownloadSimpleIcon size={16} aria-hidden="true" />}>
            {t('codes.save')}
          </Button>
        </Ways>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onClose} autoFocus>
          {t('codes.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
