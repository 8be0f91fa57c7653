/**
 * Shows above the password the statement that the user makes by signing the report, and the certificate it is signed
 * with.
 */
import { styled } from '@mui/material/styles';
import { signatureMeanings, type SigningAct } from '@rhythmdesk/domain/report/signing';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { asLanguage } from '../../../platform/texts/languages.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Frame = styled('div')(({ theme }) => ({
  padding: '10px 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  '& h3': {
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    fontWeight: 500,
    color: theme.vars.palette.text.secondary,
  },
  '& p': { margin: '2px 0 0' },
  '& .by': { marginTop: 6, fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

function By({ case_id }: { case_id: number }) {
  const { t } = useTranslation('signing');
  const format = useFormat();
  // An error here is not shown: the same refusal is shown when the action is sent.
  const { data } = useQuery({ ...callQuery('signing', { case_id }), staleTime: 0 });
  if (data === undefined) return null;
  const { seal, certificate } = data;
  if (seal !== 'certificate' || certificate === null) return <p className="by">{t(`seal.${seal}`)}</p>;
  const { subject, state, not_after } = certificate;
  return (
    <p className="by">
      {state === 'expiring'
        ? t('with-expiring', { subject, date: format.instant('date', not_after) })
        : t('with', { subject })}
    </p>
  );
}

export function SigningStatement({ action, case_id }: { action: SigningAct; case_id: number }) {
  const { t, i18n } = useTranslation('signing');
  return (
    <Frame role="group" aria-label={t('you-sign')}>
      <h3>{t('you-sign')}</h3>
      <p>{signatureMeanings[asLanguage(i18n.language) ?? 'en'][action]}</p>
      <By case_id={case_id} />
    </Frame>
  );
}
