/** Shows the certificate with which a center signs its reports: its expiry, who uploaded it, the earlier ones. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CenterCertificate, CenterCertificates } from '@rhythmdesk/contract/signatures';
import { can } from '@rhythmdesk/domain/people/can';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { Section } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { CertificateDialog } from './certificate-dialog.tsx';

const Lines = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 6,
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 600, marginRight: 8 },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& .hash': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
}));
const Acts = styled('div')({ display: 'flex', gap: 6, marginTop: 4 });
const Past = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
}));

const dayMs = 86_400_000;
const tones = { valid: 'success', expiring: 'warning', expired: 'error', 'not-yet': 'warning' } as const;

function StateTag({ state, not_after }: Pick<CenterCertificate, 'state' | 'not_after'>) {
  const { t } = useTranslation('signing');
  const nowMs = useNow();
  const count = Math.max(0, Math.ceil((Date.parse(not_after) - nowMs) / dayMs));
  return (
    <Tag tone={tones[state]}>
      {state === 'expiring' ? t('state.expiring', { count }) : t(`state.${state}`)}
    </Tag>
  );
}

function Present({ present }: { present: NonNullable<CenterCertificates['present']> }) {
  const { t } = useTranslation('signing');
  const format = useFormat();
  const { subject, issuer, fingerprint, not_after, created_by, created_at } = present;
  return (
    <>
      <div>
        <strong lang={nameLanguage(subject)}>{subject}</strong>
        <StateTag {...present} />
      </div>
      {present.readable ? null : <NoticeBar tone="error" title={t('center.unreadable')} />}
      <span>
        {t('issuer')}: {issuer === subject ? t('self-made') : issuer}
      </span>
      <span>{t('until', { date: format.instant('date', not_after) })}</span>
      <span className="hash">{fingerprint}</span>
      <span className="quiet">
        {t('center.added', { name: created_by.name, date: format.instant('date', created_at) })}
      </span>
    </>
  );
}

function Earlier({ earlier }: Pick<CenterCertificates, 'earlier'>) {
  const { t } = useTranslation('signing');
  const format = useFormat();
  if (earlier.length === 0) return null;
  return (
    <Past aria-label={t('center.earlier')}>
      {earlier.map(({ certificate_id, subject, removed_by, removed_at }) => (
        <li key={certificate_id}>
          {subject} ·{' '}
          {t('center.removed', {
            name: removed_by?.name ?? '',
            date: removed_at === null ? '' : format.instant('date', removed_at),
          })}
        </li>
      ))}
    </Past>
  );
}

function useRemove(id: number) {
  const { t } = useTranslation('signing');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (certificate_id: number) => api.call('removeCertificate', { id, certificate_id }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['centerCertificates', { id }] }),
    onError: (error) => showFault(error),
  });
  const ask = async (certificate_id: number): Promise<void> => {
    const isMeant = await dialogs.confirm({
      title: t('center.remove.title'),
      message: t('center.remove.message'),
      confirmText: t('center.remove'),
      destructive: true,
    });
    if (isMeant) mutate(certificate_id);
  };
  return { ask, isPending };
}

function Certificates({ found }: { found: CenterCertificates }) {
  const { t } = useTranslation('signing');
  const [isAdding, setAdding] = useState(false);
  const { center, present, earlier } = found;
  const { ask, isPending } = useRemove(center.id);
  return (
    <Lines>
      {present === null ? <span className="quiet">{t('center.none')}</span> : <Present present={present} />}
      <Acts>
        <Button size="small" onClick={() => setAdding(true)}>
          {t(present === null ? 'center.add' : 'center.replace')}
        </Button>
        {present === null ? null : (
          <Button size="small" disabled={isPending} onClick={() => void ask(present.certificate_id)}>
            {t('center.remove')}
          </Button>
        )}
      </Acts>
      <Earlier earlier={earlier} />
      {isAdding ? <CertificateDialog id={center.id} onClose={() => setAdding(false)} /> : null}
    </Lines>
  );
}

/** Shows the certificate as a part of the center's preview, for users who manage it. */
export function CertificateSection({ center_id }: { center_id: number }) {
  const { t } = useTranslation('signing');
  const { user_role } = useSessionUser();
  const mayKeep = can(user_role, 'institution.certificate') !== 'never';
  const { data, error, refetch } = useQuery({
    ...callQuery('centerCertificates', { id: center_id }),
    enabled: mayKeep,
    staleTime: 0,
  });
  if (!mayKeep) return null;
  return (
    <Section title={t('center.title')}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <Certificates found={data} />}
    </Section>
  );
}
