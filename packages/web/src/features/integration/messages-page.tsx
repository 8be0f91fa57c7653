/**
 * Shows `/admin/messages`: the systems of other institutions, and what has become of each message exchanged with them.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Hl7Partner, PacsPartner, Partner, WebhookPartner } from '@rhythmdesk/contract/partners';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NotRenewed } from '../../ui/states/not-renewed.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MessageSection } from './message-section.tsx';
import { PacsDialog } from './pacs-dialog.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import { PartnerSection } from './partner-section.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto', paddingBottom: 16 });

/** The dialog that is open: a message, a partner, or a new one. */
type Opened =
  | { readonly message_id: number }
  | { readonly partner: Hl7Partner | null }
  | { readonly webhook: WebhookPartner | null }
  | { readonly pacs: PacsPartner | null }
  | null;

function openedOf(partner: Partner): Opened {
  if (partner.channel === 'webhook') return { webhook: partner };
  return partner.channel === 'dicom' ? { pacs: partner } : { partner };
}

function AddButtons({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation('integration');
  return (
    <>
      <Button variant="outlined" onClick={() => onOpen({ webhook: null })}>
        {t('add-webhook')}
      </Button>
      <Button variant="outlined" onClick={() => onOpen({ pacs: null })}>
        {t('add-pacs')}
      </Button>
      <Button variant="contained" onClick={() => onOpen({ partner: null })}>
        {t('add')}
      </Button>
    </>
  );
}

export function Page() {
  const { t } = useTranslation('integration');
  const [opened, setOpened] = useState<Opened>(null);
  const query = useQuery({ ...callQuery('partners', {}), refetchInterval: 15_000 });
  const { data, error, refetch } = query;
  const close = (): void => setOpened(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={data?.may_change === true ? <AddButtons onOpen={setOpened} /> : null}
      />
      <Body tabIndex={0} role="region" aria-label={t('title')}>
        {data === undefined && error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <NotRenewed query={query} />
            <PartnerSection partners={data} onEdit={(partner) => setOpened(openedOf(partner))} />
            <MessageSection partners={data?.items ?? []} onOpen={(message_id) => setOpened({ message_id })} />
          </>
        )}
      </Body>
      {opened !== null && 'message_id' in opened ? <MessageDialog {...opened} onClose={close} /> : null}
      {opened !== null && 'partner' in opened ? <PartnerDialog {...opened} onClose={close} /> : null}
      {opened !== null && 'pacs' in opened ? <PacsDialog {...opened} onClose={close} /> : null}
      {opened !== null && 'webhook' in opened ? <WebhookDialog {...opened} onClose={close} /> : null}
    </>
  );
}
