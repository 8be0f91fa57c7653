/** Shows a consent that was given: its method, time and witness, its document, and the button to withdraw it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { AgreementState, GivenAgreement } from '@rhythmdesk/contract/agreements';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { blobOf } from '../../platform/client/file-body.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { saveBytes } from '../../platform/save-bytes.ts';
import { dialogs } from '../../ui/dialogs/dialogs.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

type GivenProps = { state: AgreementState; agreement: GivenAgreement; onChanged: () => void };

async function openDocument(file_id: number, hn_id: string): Promise<void> {
  try {
    const answer = await api.download('file', { file_id });
    saveBytes(await blobOf(answer), `Consent-${hn_id}.pdf`, 'application/pdf');
  } catch (error) {
    await showFault(error, 'download');
  }
}

function useWithdrawing({ case_id, version }: AgreementState, onChanged: () => void): () => Promise<void> {
  const { t } = useTranslation('agreements');
  return async () => {
    const reason = await dialogs.prompt({
      title: t('withdraw'),
      message: t('withdraw-question'),
      label: t('reason'),
      required: true,
      maxLength: 2000,
      confirmText: t('withdraw'),
      destructive: true,
    });
    if (reason === null) return;
    try {
      await api.call('withdrawAgreement', { case_id, version, reason });
    } catch (error) {
      await showFault(error);
    }
    onChanged();
  };
}

export function GivenConsent({ state, agreement, onChanged }: GivenProps) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const withdraw = useWithdrawing(state, onChanged);
  const { withdrawn_at, withdraw_reason, file_id } = agreement;
  if (withdrawn_at !== null) {
    return (
      <NoticeBar tone="warning" title={t('withdrawn', { at: format.instant('dateTime', withdrawn_at) })}>
        {withdraw_reason}
      </NoticeBar>
    );
  }
  const way = t(`way.${agreement.agree_type}`);
  return (
    <>
      <NoticeBar tone="success" title={t('given', { at: format.instant('dateTime', agreement.agreed_at) })}>
        {agreement.witnessed_by === null ? way : t('witnessed', { way, name: agreement.witnessed_by })}
      </NoticeBar>
      <Actions>
        <Button variant="contained" color="primary" component={Link} to={`/detail/${String(state.case_id)}`}>
          {t('continue')}
        </Button>
        {agreement.agree_type === 'PAPER' ? null : (
          <Button
            variant="outlined"
            disabled={file_id === null}
            onClick={() => file_id !== null && void openDocument(file_id, state.hn_id)}
          >
            {file_id === null ? t('document-soon') : t('document')}
          </Button>
        )}
        {state.may_withdraw ? (
          <Button variant="text" color="error" onClick={() => void withdraw()}>
            {t('withdraw')}
          </Button>
        ) : null}
      </Actions>
    </>
  );
}
