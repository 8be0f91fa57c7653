/** Loads a second reading by the number in its address, and shows the loading state or an error. */
import { styled } from '@mui/material/styles';
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../platform/client/api-error.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { secondListPath } from './second-paths.ts';

const Middle = styled('div')({ minHeight: '70%', display: 'grid', placeItems: 'center' });

export function NotOpen() {
  const { t } = useTranslation('second');
  return (
    <Middle role="alert">
      <EmptyState
        level="h1"
        title={t('missing')}
        body={t('missing-body')}
        action={<Link to={secondListPath}>{t('record.back')}</Link>}
      />
    </Middle>
  );
}

export const secondQuery = (second_id: number) => callQuery('secondReading', { second_id });

type Opened = (detail: SecondDetail) => ReactNode;

function SecondOf({ second_id, children }: { second_id: number; children: Opened }) {
  const { data, error, refetch } = useQuery(secondQuery(second_id));
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && error.status === 404) return <NotOpen />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <GridSkeleton />;
}

const secondAddress = z.object({ second_id: z.string().regex(/^[1-9]\d{0,14}$/) });

export function SecondGate({ children }: { children: Opened }) {
  const address = secondAddress.safeParse(useParams({ strict: false }));
  if (!address.success) return <Navigate to="/notFound" replace />;
  const { second_id } = address.data;
  return (
    <SecondOf key={second_id} second_id={Number(second_id)}>
      {children}
    </SecondOf>
  );
}
