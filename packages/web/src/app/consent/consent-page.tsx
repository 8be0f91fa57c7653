/** Shows the patient's page of a consent link, `/consent#{token}`. It needs no sign-in. */
import { styled } from '@mui/material/styles';
import type { PatientConsent } from '@rhythmdesk/contract/agreements';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ConsentForm, type SignedConsent } from '../../features/agreements/consent-form.tsx';
import { api } from '../../platform/client/api.ts';
import { ApiError } from '../../platform/client/api-error.ts';
import { callQuery, makeQueryClient } from '../../platform/client/query-cache.ts';
import { formatCalendarDate, formatInstant } from '../../platform/texts/format.ts';
import { dialogs } from '../../ui/dialogs/dialogs.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { ErrorState, useFaultText } from '../../ui/states/error-state.tsx';
import { Loading } from '../../ui/states/after-delay.tsx';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { Brand } from '../brand.tsx';
import { useSite } from '../site.ts';

const Page = styled('main')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 20,
  width: '100%',
  maxWidth: 480,
  margin: '0 auto',
  padding: '16px 16px 48px',
  ...theme.typography.body1,
}));
const Said = styled('h1')(({ theme }) => ({
  ...theme.typography.h2,
  margin: '48px 0 0',
  textWrap: 'balance',
}));
const Line = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

/** Shows one sentence and a phone number, without any patient data. */
function Message({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('agreements');
  const { support_phone } = useSite();
  return (
    <>
      <Said role="status">{title}</Said>
      {children}
      {support_phone === '' ? null : <Line>{t('questions', { phone: support_phone })}</Line>}
    </>
  );
}

type AnswerForm = { agreed: true; signed: SignedConsent } | { agreed: false };

const wordsIn = (language: Language) => i18next.getFixedT(language, 'agreements');

/** Returns only the facts that identify whose consent it is. */
function factsOf(
  { masked_name, recording_days, recorded_on }: PatientConsent,
  language: Language,
): [label: string, value: string][] {
  const say = wordsIn(language);
  const facts: [string, string][] = [[say('name'), masked_name]];
  if (recording_days !== null) facts.push([say('examination'), say('days', { count: recording_days })]);
  if (recorded_on !== null) facts.push([say('recorded-on'), formatCalendarDate(language, recorded_on)]);
  return facts;
}

function OpenConsent({ token, consent }: { token: string; consent: PatientConsent }) {
  const { t } = useTranslation('agreements');
  const faultText = useFaultText();
  const send = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (answer: AnswerForm) =>
      api.call('answerConsent', {
        token,
        agreed: answer.agreed,
        ...(answer.agreed ? answer.signed : {}),
      }),
  });
  const decline = async () => {
    const yes = await dialogs.confirm({
      title: t('decline'),
      message: t('decline-question', { hospital: consent.hospital_name }),
      confirmText: t('decline'),
    });
    if (yes) send.mutate({ agreed: false });
  };
  if (send.isSuccess) {
    return (
      <Message title={send.variables.agreed ? t('thanks') : t('declined')}>
        <Line>{t('may-close')}</Line>
      </Message>
    );
  }
  return (
    <ConsentForm
      words={consent}
      language={consent.language}
      facts={(language) => factsOf(consent, language)}
      note={(language) =>
        wordsIn(language)('link-good', { until: formatInstant(language, 'dateTime', consent.expires_at) })
      }
      busy={send.isPending}
      fault={send.error === null ? null : <NoticeBar tone="error" title={faultText(send.error)} />}
      onAgree={(signed) => send.mutate({ agreed: true, signed })}
      onDecline={() => void decline()}
    />
  );
}

function Shown({ token }: { token: string }) {
  const { t } = useTranslation('agreements');
  const { data, error, refetch } = useQuery({
    ...callQuery('readConsent', { token }),
    staleTime: Infinity,
    retry: false,
  });
  if (data !== undefined) return <OpenConsent token={token} consent={data} />;
  if (error instanceof ApiError && [404, 410, 422].includes(error.status))
    return <Message title={t('link-gone')} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <span />
    </Loading>
  );
}

export function ConsentPage() {
  const { t } = useTranslation('agreements');
  const [cache] = useState(() => makeQueryClient((error) => void showFault(error)));
  const token = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  return (
    <QueryClientProvider client={cache}>
      <Page>
        <Brand />
        <Shown key={token} token={token} />
      </Page>
    </QueryClientProvider>
  );
}
