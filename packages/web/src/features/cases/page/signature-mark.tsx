/**
 * Shows who signed a report version; when opened, the statement, the certificate, and whether the signature is still
 * valid.
 */
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import type { ReportProof, ReportSignature } from '@rhythmdesk/contract/signatures';
import { useQuery } from '@tanstack/react-query';
import { SealCheckIcon, SignatureIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { languageNames } from '../../../platform/texts/languages.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';

const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  width: 'min(420px, calc(100vw - 32px))',
  padding: 16,
  '& h3': { margin: 0, fontSize: textSize.section, lineHeight: '20px', fontWeight: 600 },
  '& dl': { display: 'grid', gap: '2px 0', margin: 0 },
  '& dt': { fontSize: textSize.small, lineHeight: '16px', color: theme.vars.palette.text.secondary },
  '& dd': { margin: '0 0 8px', overflowWrap: 'anywhere' },
  '& dd small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& .hash': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
}));

type Props = {
  readonly case_id: number;
  readonly report_version: number;
  readonly signature: ReportSignature;
};

function ProofBar({ found }: { found: ReportProof }) {
  const { t } = useTranslation('signing');
  if (!found.intact || found.in_file === 'broken')
    return <NoticeBar tone="error" title={t('proof.broken')} />;
  return <NoticeBar tone="success" title={t(found.in_file === 'valid' ? 'proof.valid' : 'proof.intact')} />;
}

/** Checks the signature each time it is opened, because a file may be damaged later. */
function Proof({ case_id, report_version }: Omit<Props, 'signature'>) {
  const { t } = useTranslation('signing');
  const { data, error, refetch } = useQuery({
    ...callQuery('proveReport', { case_id, report_version }),
    staleTime: 0,
    gcTime: 0,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <p role="status">{t('proving')}</p> : <ProofBar found={data} />;
}

function Certificate({ certificate }: Pick<ReportSignature, 'certificate'>) {
  const { t } = useTranslation('signing');
  const format = useFormat();
  if (certificate === null) return null;
  const { subject, issuer, not_after, fingerprint } = certificate;
  return (
    <>
      <dt>{t('certificate')}</dt>
      <dd lang={nameLanguage(subject)}>
        {subject} <small>{t('until', { date: format.instant('date', not_after) })}</small>
      </dd>
      <dt>{t('issuer')}</dt>
      <dd lang={nameLanguage(issuer)}>{issuer === subject ? t('self-made') : issuer}</dd>
      <dt>{t('fingerprint')}</dt>
      <dd className="hash">{fingerprint}</dd>
    </>
  );
}

function Facts({ case_id, report_version, signature }: Props) {
  const { t } = useTranslation('signing');
  const format = useFormat();
  const { signed_by, signed_at, meaning, language, seal, sha256, certificate } = signature;
  return (
    <Body>
      <h3>{t('title')}</h3>
      <Proof case_id={case_id} report_version={report_version} />
      <dl>
        <dt>{t('meaning')}</dt>
        <dd lang={languageNames[language].tag}>{meaning}</dd>
        <dt>{t('by')}</dt>
        <dd lang={nameLanguage(signed_by.name)}>{signed_by.name}</dd>
        <dt>{t('at')}</dt>
        <dd>{format.instant('dateTime', signed_at)}</dd>
        <Certificate certificate={certificate} />
        <dt>{t('sha256')}</dt>
        <dd className="hash">{sha256}</dd>
      </dl>
      <p>{t(`seal.${seal}`)}</p>
    </Body>
  );
}

export function SignatureMark(props: Props) {
  const { t } = useTranslation('signing');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { signed_by, seal } = props.signature;
  const Icon = seal === 'certificate' ? SealCheckIcon : SignatureIcon;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        startIcon={<Icon size={16} aria-hidden="true" />}
        sx={{ fontSize: textSize.body, whiteSpace: 'nowrap' }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('signed', { name: signed_by.name })}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('title'), id } }}
      >
        {anchor === null ? null : <Facts {...props} />}
      </Popover>
    </>
  );
}
