/**
 * `/detail/{case_id}`: one case with everything about it. Each case is a page of its own: what is open, typed or
 * being saved never passes from one to the next.
 */
import { styled, useTheme } from '@mui/material/styles';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../platform/client/api-error.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { useCaseActions } from '../actions/use-case-actions.tsx';
import { AskReason } from './ask-reason.tsx';
import { useCaseAccess } from '../model/case-access.ts';
import { CaseBar } from './case-bar.tsx';
import { useCaseKeys } from './case-keys.ts';
import { useCaseSteps } from './case-steps.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import { ReadingProvider } from '../reading/reading-context.tsx';
import { NarrowCase } from './narrow-case.tsx';
import { useNextAct } from './next-act.tsx';
import { useCasePalette } from './case-palette-source.tsx';
import { useShownDocument } from './use-shown-document.ts';
import { refreshCase, useCase } from '../model/use-case.ts';
import { SaverProvider, useMakeSaver } from '../model/use-save.ts';
import { WideCase } from './wide-case.tsx';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });
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

function OpenedCase({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const cache = useQueryClient();
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { case_id } = detail;
  const saver = useMakeSaver(case_id);
  const access = useCaseAccess();
  const steps = useCaseSteps(case_id);
  const refresh = () => void refreshCase(cache, case_id);
  const actions = useCaseActions({ onDone: refresh, onStale: refresh });
  const [shown, show] = useShownDocument();
  const { next, form } = useNextAct({ detail, actions, onShow: show, onSaved: refresh });
  useCaseKeys({ detail, steps, actions, next, reports: access.reports, shown, onShow: show });
  useCasePalette({ detail, actions, next, access, onShow: show });
  useEffect(() => {
    document.title = `${t('title', { hn_id: detail.hn_id })} · Rhythmdesk`;
  }, [t, detail.hn_id]);
  const parts = { detail, access, actions, next, shown, onShow: show };
  return (
    <SaverProvider value={saver}>
      <ReadingProvider detail={detail}>
        <Frame>
          <CaseBar detail={detail} steps={steps} narrow={narrow} />
          <StripPlaceProvider>
            {narrow ? <NarrowCase {...parts} /> : <WideCase {...parts} />}
          </StripPlaceProvider>
          {actions.dialog}
          {form}
        </Frame>
      </ReadingProvider>
    </SaverProvider>
  );
}

function CaseOf({ case_id }: { case_id: number }) {
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
      return <OpenedCase detail={opened.detail} />;
  }
}

/** As in the address: digits, no more than fit a number exactly. */
const caseAddress = z.object({ case_id: z.string().regex(/^[1-9]\d{0,14}$/) });

export function Page() {
  const address = caseAddress.safeParse(useParams({ strict: false }));
  if (!address.success) return <Navigate to="/notFound" replace />;
  const { case_id } = address.data;
  return <CaseOf key={case_id} case_id={Number(case_id)} />;
}
