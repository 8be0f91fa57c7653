/**
 * Shows `/second/{second_id}/read`: the reading desk of a second reading. It shows the recording and the analysis of
 * the case and writes to a log of its own; it requests nothing of the case, its first reading or its report.
 */
import { styled } from '@mui/material/styles';
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { actionKeys } from '../actions/action-keys.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import { DeskBody } from '../desk/desk-body.tsx';
import { DeskActions } from '../desk/desk-actions.tsx';
import { tabKeys } from '../desk/session/tab-keys.ts';
import { useDeskView } from '../desk/session/desk-views.ts';
import { useScannedPage } from '../desk/coverage/page-scan.ts';
import { CoverageProvider, useMakeCoverage } from '../desk/coverage/use-coverage.ts';
import { type Desk, useDesk } from '../desk/session/use-desk.ts';
import { DeskCommands } from '../desk/keys/desk-commands.tsx';
import { type DeskRunEntry, useDeskCommands } from '../desk/keys/use-desk-commands.ts';
import { openedTools } from '../desk/keys/desk-tool.ts';
import { WithSubject } from '../desk/keys/with-subject.tsx';
import { useEditedEpisode } from '../desk/queue/use-edited-episode.ts';
import { useJudgedBeats } from '../desk/templates/use-judged-beats.ts';
import { WideReading } from '../desk/wide-reading.tsx';
import { noMarks } from '../desk/pins/use-pin-work.ts';
import { recordingQuery } from '../model/use-case.ts';
import { SaverProvider, useMakeSaver } from '../model/use-save.ts';
import { RecordingPane, type ShownCase } from '../page/recording-pane.tsx';
import { SecondDeskBar } from './second-desk-bar.tsx';
import { NotOpen, SecondGate } from './second-gate.tsx';
import { secondListPath } from './second-paths.ts';
import { type SecondTab, secondTabNames, secondTabOf, secondTools } from './second-tools.ts';
import { useFinishSecond } from './use-finish-second.ts';
import { pageKeys } from '../page/page-keys.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });
const Middle = styled('div')({ height: '100%', display: 'grid', placeItems: 'center' });

/** Returns the facts of a case that its second reader's page knows. */
const shownOf = ({ case_id, hn_id }: SecondDetail): ShownCase => ({
  case_id,
  hn_id,
  recording: 'ready',
  sparkline: null,
});

type SecondDeskPanesProps = { readonly detail: ShownCase; readonly view: SecondTab; readonly desk: Desk };

function SecondDeskPanes({ detail, view, desk }: SecondDeskPanesProps) {
  const { recording, noFinding = false, ...shown } = openedTools(secondTools, view).tab;
  const page = useScannedPage(desk, recording === 'page');
  const edited = useEditedEpisode(desk);
  const pane = {
    actions: noFinding ? null : <DeskActions {...{ desk, detail }} tools={secondTools} />,
    alone: recording === 'strip',
    ...shown,
    page,
    edited,
    judged: useJudgedBeats(desk),
    // A blind reader does not see what others reviewed and wrote.
    ...{ seen: undefined, pins: noMarks },
  };
  return (
    <DeskBody
      {...{ view, desk, detail }}
      tools={secondTools}
      recording={<RecordingPane detail={detail} desk={pane} />}
    />
  );
}

/** Leaves a field first, then the desk. */
function useLeaving(): () => void {
  const navigate = useNavigate();
  return () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches('input, textarea')) active.blur();
    else void navigate({ to: secondListPath });
  };
}

function LoadedSecondDesk({ detail }: { detail: SecondDetail }) {
  const { t } = useTranslation('second');
  const { t: ofDesk } = useTranslation('desk');
  const [named, show] = useDeskView();
  const view = secondTabOf(named);
  const shown = useMemo(() => shownOf(detail), [detail]);
  const { data: manifest } = useQuery({
    ...recordingQuery(detail.case_id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const whole = useDesk(manifest, { opens: false, rules: detail.critical_rules });
  const coverage = useMakeCoverage(detail.case_id, manifest, whole.view, false);
  const { noFinding = false } = openedTools(secondTools, view).tab;
  // No key may judge a finding that the tab does not show.
  const desk = noFinding ? { ...whole, current: null } : whole;
  const leave = useLeaving();
  const openFindings = desk.groups.reduce((sum, { judged, found }) => sum + found - judged, 0);
  const { busy, finish } = useFinishSecond(detail, openFindings);
  const tabs = secondTabNames.map((name): DeskRunEntry => [
    `tab-${name}`,
    { line: ofDesk(`view.${name}`), run: () => show(name) },
  ]);
  useDeskCommands(
    { ...tabKeys, 'next-step': actionKeys['next-step'] },
    { ...Object.fromEntries(tabs), 'next-step': { line: t('desk.finish'), once: true, run: finish } },
    'page',
  );
  useCommands([{ id: 'leave', keys: pageKeys.leave.keys, title: t('desk.back'), run: leave }]);
  useEffect(() => {
    document.title = `${detail.hn_id} · ${t('desk.title')} · Rhythmdesk`;
  }, [t, detail.hn_id]);
  const isJudged = desk.shown !== null && openFindings === 0;
  return (
    <WithSubject {...{ desk, view }} tools={secondTools}>
      <Frame>
        <DeskCommands {...{ desk, view }} tools={secondTools} />
        <SecondDeskBar
          {...{ detail, busy, isJudged }}
          shown={view}
          onShow={show}
          onBack={leave}
          onFinish={finish}
        />
        <CoverageProvider value={coverage}>
          <SecondDeskPanes detail={shown} view={view} desk={desk} />
        </CoverageProvider>
      </Frame>
    </WithSubject>
  );
}

function TooNarrow() {
  const { t } = useTranslation('second');
  return (
    <Middle>
      <EmptyState
        level="h1"
        title={t('narrow')}
        body={t('narrow-body')}
        action={<Link to={secondListPath}>{t('desk.back')}</Link>}
      />
    </Middle>
  );
}

function OpenedDesk({ detail }: { detail: SecondDetail }) {
  const saver = useMakeSaver(detail.case_id);
  const { case_id, second_id } = detail;
  const read = useMemo(
    () => ({ case_id, recording: 'ready' as const, second: second_id }),
    [case_id, second_id],
  );
  if (!detail.may_read) return <NotOpen />;
  return (
    <SaverProvider value={saver}>
      <WideReading detail={read} tooNarrow={<TooNarrow />}>
        <StripPlaceProvider>
          <LoadedSecondDesk detail={detail} />
        </StripPlaceProvider>
      </WideReading>
    </SaverProvider>
  );
}

export function Page() {
  return <SecondGate>{(detail) => <OpenedDesk detail={detail} />}</SecondGate>;
}
