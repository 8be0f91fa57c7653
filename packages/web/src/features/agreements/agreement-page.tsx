/**
 * Shows `/agreement/{case_id}`: the consent for one case, in the way its hospital uses: requested, given, withdrawn.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { AgreementState } from '@rhythmdesk/contract/agreements';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading } from '../../ui/states/after-delay.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ConsentFacts } from './consent-facts.tsx';
import { GivenConsent } from './given-consent.tsx';
import { TakeConsent } from './take-consent.tsx';

const Body = styled('div')({ display: 'grid', gap: 16, maxWidth: 560, padding: '8px 16px 48px' });

function PatientFacts({ state }: { state: AgreementState }) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const { patient, hn_id, hospital_name } = state;
  const birth = patient.birthday === null ? '–' : format.calendarDate(patient.birthday);
  return (
    <ConsentFacts
      facts={[
        [t('patient'), personName(patient.first_name, patient.last_name)],
        [t('birth-date'), birth],
        [t('patient-id'), patient.patient_id ?? '–'],
        [t('hn-id'), hn_id],
        [t('hospital'), hospital_name],
      ]}
    />
  );
}

function Shown({ case_id }: { case_id: number }) {
  const { t } = useTranslation('agreements');
  const cache = useQueryClient();
  const query = callQuery('readAgreement', { case_id });
  const { data, error, refetch } = useQuery(query);
  const refresh = () => void cache.invalidateQueries({ queryKey: query.queryKey });
  useLiveEvent((event) => {
    if (event.type === 'case' && event.case_id === case_id) refresh();
  });
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <Loading>
        <span />
      </Loading>
    );
  }
  const { agreement } = data;
  const isInForce = agreement !== null && agreement.withdrawn_at === null;
  return (
    <>
      <PageHeader
        title={t('of-case', { hn_id: data.hn_id })}
        actions={
          <Button variant="text" component={Link} to={`/detail/${String(case_id)}`}>
            {t('to-case')}
          </Button>
        }
      />
      <Body>
        <PatientFacts state={data} />
        {agreement === null ? null : <GivenConsent state={data} agreement={agreement} onChanged={refresh} />}
        {isInForce ? null : <TakeConsent state={data} onChanged={refresh} />}
      </Body>
    </>
  );
}

const address = z.object({ case_id: z.coerce.number().int().positive() });

export function Page() {
  const { t } = useTranslation('agreements');
  const parsed = address.safeParse(useParams({ strict: false }));
  if (!parsed.success) return <PageHeader title={t('title')} />;
  return <Shown key={parsed.data.case_id} case_id={parsed.data.case_id} />;
}
