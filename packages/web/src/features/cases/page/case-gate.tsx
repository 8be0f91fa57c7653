/** Loads a case by the number in its address, and shows the loading state, the request for a reason, or an error. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../platform/client/api-error.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useCase } from '../model/use-case.ts';
import { AskReason } from './ask-reason.tsx';

const Middle = styled('div')({ minHeight: '70%', display: 'grid', placeItems: 'center' });

function Bones() {
  return (
    <Loading>
      <Skeleton height={20} sx={{ margin: '10px 16px', width: 420, maxWidth: '80%' }} />
      {[24, 32, 28, 180, 120].map((height, index) => (
        <Skeleton key={index} height={height} sx={{ margin: '10px 16px', width: 256, maxWidth: '80%' }} />
      ))}
    </Loading>
  );
}

type Opened = (detail: CaseDetail) => ReactNode;

function CaseOf({ case_id, children }: { case_id: number; children: Opened }) {
  const { t: say } = useTranslation('messages');
  const { t } = useTranslation('case-page');
  const opened = useCase(case_id);
  switch (opened.kind) {
    case 'loading':
      return <Bones />;
    case 'reason-owed':
      return (
        <Middle>
          <AskReason case_id={case_id} />
        </Middle>
      );
    case 'failed':
      if (opened.error instanceof ApiError && opened.error.status === 404) {
        return (
          <Middle role="alert">
            <EmptyState level="h1" title={say('alert.invalid-patch')} body={t('missing')} />
          </Middle>
        );
      }
      return <ErrorState error={opened.error} onRetry={opened.retry} />;
    case 'open':
      return children(opened.detail);
  }
}

/** As in the address: digits, no more than a number represents exactly. */
const caseAddress = z.object({ case_id: z.string().regex(/^[1-9]\d{0,14}$/) });

/** Each case is a page of its own: no state passes from one to the next. */
export function CaseGate({ children }: { children: Opened }) {
  const address = caseAddress.safeParse(useParams({ strict: false }));
  if (!address.success) return <Navigate to="/notFound" replace />;
  const { case_id } = address.data;
  return (
    <CaseOf key={case_id} case_id={Number(case_id)}>
      {children}
    </CaseOf>
  );
}
