/**
 * Shows `/detail/{case_id}`: one case with everything about it. Each case is a page of its own: open, typed or unsaved
 * state never passes from one to the next.
 */
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { isHandedOn } from '@rhythmdesk/domain/case/work-step';
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCaseActions } from '../actions/use-case-actions.tsx';
import { useCaseAccess } from '../model/case-access.ts';
import { CaseBar } from './case-bar.tsx';
import { CaseGate } from './case-gate.tsx';
import { useCaseKeys } from './case-keys.ts';
import { useCaseSteps } from './case-steps.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import { ReadingProvider } from '../reading/reading-context.tsx';
import { CriticalBar } from './critical-bar.tsx';
import { NarrowCase } from './narrow-case.tsx';
import { useNextAct } from './next-act.tsx';
import { useNextCase } from './next-case-bar.tsx';
import { useDoneAction, useGoingOn } from './use-going-on.ts';
import { useCasePalette } from './case-palette-source.tsx';
import { hasReport } from './shown-document.ts';
import { useShownDocument } from './use-shown-document.ts';
import { casePath } from '../model/list-trail.ts';
import type { ActionDone } from '../model/perform.ts';
import { refreshCase } from '../model/use-case.ts';
import { SaverProvider, useMakeSaver } from '../model/use-save.ts';
import { WideCase } from './wide-case.tsx';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });
function CaseParts({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const cache = useQueryClient();
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { case_id } = detail;
  const access = useCaseAccess();
  const steps = useCaseSteps(case_id);
  const refresh = () => void refreshCase(cache, case_id);
  const following = useNextCase(case_id, {
    ...{ trail: steps.trail, pathOf: casePath },
    isHandedOn: isHandedOn(detail.next_step),
  });
  const going = useDoneAction();
  const onDone = (done: ActionDone): void => {
    void refreshCase(cache, case_id, done.version);
    going.onDone(done);
  };
  const actions = useCaseActions({ onDone, onStale: refresh });
  useGoingOn(going, { case_id, actions, offer: following.offer });
  // On a phone the result is what a finished case is opened for.
  const opensReport = narrow && detail.status === finishedStatus && hasReport(detail, access);
  const [shown, show] = useShownDocument(opensReport);
  const { next, form } = useNextAct({ detail, narrow, actions, onShow: show, onSaved: refresh });
  useCaseKeys({
    detail,
    steps,
    stay: following.stay,
    actions,
    next,
    reports: access.reports,
    shown,
    onShow: show,
  });
  useCasePalette({ detail, actions, next, access, onShow: show });
  useEffect(() => {
    document.title = `${t('title', { hn_id: detail.hn_id })} · Rhythmdesk`;
  }, [t, detail.hn_id]);
  const parts = { detail, access, actions, next, shown, onShow: show };
  return (
    <Frame>
      <CaseBar detail={detail} steps={steps} narrow={narrow} />
      {narrow ? null : <CriticalBar detail={detail} />}
      {following.bar}
      <StripPlaceProvider>{narrow ? <NarrowCase {...parts} /> : <WideCase {...parts} />}</StripPlaceProvider>
      {actions.dialog}
      {form}
    </Frame>
  );
}

function OpenedCase({ detail }: { detail: CaseDetail }) {
  const saver = useMakeSaver(detail.case_id);
  return (
    <SaverProvider value={saver}>
      <ReadingProvider detail={detail}>
        <CaseParts detail={detail} />
      </ReadingProvider>
    </SaverProvider>
  );
}

export function Page() {
  return <CaseGate>{(detail) => <OpenedCase detail={detail} />}</CaseGate>;
}
