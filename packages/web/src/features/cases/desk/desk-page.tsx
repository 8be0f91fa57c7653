/**
 * Shows `/review/{case_id}`, the reading desk: the recording at three linked scales on the whole screen. The queue of
 * findings is on its left, the strips and figures are on its right.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { MinuteRange } from '@rhythmdesk/ecg/reading/minute-ranges';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeenOnTrend } from '../../../trace/panels/trend-panel.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { useNewest } from '../../../ui/use-newest.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { actionKeys } from '../actions/action-keys.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import { casePath } from '../model/list-trail.ts';
import { SaverProvider, useMakeSaver } from '../model/use-save.ts';
import { CaseGate } from '../page/case-gate.tsx';
import { RecordingPane } from '../page/recording-pane.tsx';
import { prepareReportWhenIdle } from '../pdf/open-pdf.ts';
import { useChangeRead } from './changes/use-changes.ts';
import { useShownChange } from './changes/use-shown-change.ts';
import { requiredCoverageOf, useEnoughSeen } from './coverage/required-coverage.ts';
import { CoverageNote, useShowUnseen } from './coverage/coverage-note.tsx';
import { samplesOf } from './coverage/coverage-sums.ts';
import { useScannedPage } from './coverage/page-scan.ts';
import { CoverageProvider, useCoverage, useMakeCoverage } from './coverage/use-coverage.ts';
import { DeskActions } from './desk-actions.tsx';
import { type DeskAct, DeskBar } from './desk-bar.tsx';
import { DeskBody } from './desk-body.tsx';
import { DeskHandback } from './desk-handback.tsx';
import { deskTools } from './desk-tools.ts';
import { type DeskView, deskViews, useDeskView } from './session/desk-views.ts';
import { openedTools } from './keys/desk-tool.ts';
import { WithSubject } from './keys/with-subject.tsx';
import { PinEditor } from './pins/pin-dialog.tsx';
import { plotSelectionOf } from './plots/plot-selection.ts';
import { PracticeOffer } from './practice-offer.tsx';
import { SecondScreen } from './second-screen.tsx';
import { useSecondView } from './window/second-views.ts';
import { type Desk, useDesk } from './session/use-desk.ts';
import { DeskCommands } from './keys/desk-commands.tsx';
import { useJudgedBeats } from './templates/use-judged-beats.ts';
import { type DeskRunEntry, useDeskCommands } from './keys/use-desk-commands.ts';
import { useEditedEpisode } from './queue/use-edited-episode.ts';
import { useFinishing } from './use-finishing.ts';
import { useFirstPin } from './pins/use-first-pin.ts';
import { tabKeys } from './session/tab-keys.ts';
import { useManifest } from './session/use-manifest.ts';
import { useDeskPins } from './pins/use-pin-keys.ts';
import { PinsProvider, usePins } from './pins/use-pin-work.ts';
import { useIsPrimaryWindow, useWindowLink } from './window/use-window-link.ts';
import { WideReading } from './wide-reading.tsx';
import { pageKeys } from '../page/page-keys.ts';

const Frame = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minHeight: 0,
});
const Beside = styled('div')({
  display: 'flex',
  height: '100%',
  minHeight: 0,
  '& > div:first-of-type': { flex: 1, minWidth: 0 },
});
/** An offer is over the desk, whose recording stays where it is. */
const Over = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 52,
  left: '50%',
  zIndex: theme.zIndex.appBar,
  width: 'min(720px, 100%)',
  transform: 'translateX(-50%)',
  '& [role="status"]': { boxShadow: theme.shadows[4] },
}));
const Middle = styled('div')({ height: '100%', display: 'grid', placeItems: 'center' });

/** Returns the reviewed parts, as the trend shows them. */
function useSeenLane({ view }: Desk, required: number | null): SeenOnTrend | undefined {
  const { t } = useTranslation('desk');
  const { sums } = useCoverage();
  const onUnseen = useShowUnseen();
  const spans = useMemo(() => {
    if (sums === null || view === null) return null;
    const of = (ranges: readonly MinuteRange[]) => ranges.map((one) => samplesOf(one, view.sampling_hz));
    return { own: of(sums.own), others: of(sums.others) };
  }, [sums, view]);
  if (spans === null || sums === null) return undefined;
  return { ...spans, label: t('coverage'), note: <CoverageNote {...{ sums, required, onUnseen }} /> };
}

type DeskPanesProps = { readonly detail: CaseDetail; readonly view: DeskView; readonly desk: Desk };

function DeskPanes({ detail, view, desk }: DeskPanesProps) {
  const { recording, noFinding = false, ...shown } = openedTools(deskTools, view).tab;
  const page = useScannedPage(desk, recording === 'page');
  useEnoughSeen(detail, useCoverage().sums);
  const ofFinding = { edited: useEditedEpisode(desk), judged: useJudgedBeats(desk) };
  const ofChange = useShownChange(desk);
  const pins = usePins();
  const pane = {
    actions: noFinding ? null : <DeskActions {...{ desk, detail }} tools={deskTools} />,
    alone: recording === 'strip',
    ...shown,
    page,
    seen: useSeenLane(desk, requiredCoverageOf(detail)),
    ...(view === 'changes' ? ofChange : ofFinding),
    pins: pins.marks,
    onPin: pins.openNumber,
  };
  return (
    <DeskBody
      {...{ view, desk, detail }}
      tools={deskTools}
      recording={<RecordingPane detail={detail} desk={pane} />}
    />
  );
}

function useDeskTitle({ hn_id }: CaseDetail): void {
  const { t: ofCase } = useTranslation('case-page');
  const { t } = useTranslation('desk');
  useEffect(() => {
    document.title = `${ofCase('title', { hn_id })} · ${t('title')} · Rhythmdesk`;
  }, [ofCase, t, hn_id]);
}

type DeskActs = Readonly<Record<'act' | 'giveBack', DeskAct | null>>;

/** If a field has the focus, leaves the field; otherwise runs `go`. */
function leave(go: () => void): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.matches('input, textarea')) active.blur();
  else go();
}

/** Registers the keys for the actions on the case and for leaving the desk. */
function useActKeys({ act, giveBack }: DeskActs, onLeave: () => void): void {
  const { t } = useTranslation('desk');
  const runOf = (one: DeskAct | null) =>
    one === null ? undefined : { line: one.label, once: true, run: one.run };
  useDeskCommands(actionKeys, { 'next-step': runOf(act), 'return-case': runOf(giveBack) }, 'page');
  useCommands([{ id: 'leave', keys: pageKeys.leave.keys, title: t('back'), run: onLeave }]);
}

/** Registers the digits as keys of the tabs. */
function useTabKeys(show: (view: DeskView) => void): void {
  const { t } = useTranslation('desk');
  const runs = deskViews.map((view): DeskRunEntry => {
    return [`tab-${view}`, { line: t(`view.${view}`), run: () => show(view) }];
  });
  useDeskCommands(tabKeys, Object.fromEntries(runs), 'page');
}

type OpenedProps = {
  readonly detail: CaseDetail;
  /** Called when the desk is left; by default the page of the case is opened. */
  readonly onBack?: () => void;
  /** Drawn on the right of the whole desk. */
  readonly beside?: (desk: Desk) => ReactNode;
};

type WithBesideProps = { readonly beside: ReactNode; readonly children: ReactNode };

function WithBeside({ beside, children }: WithBesideProps) {
  if (beside === undefined) return children;
  return (
    <Beside>
      {children}
      {beside}
    </Beside>
  );
}

/** A chief who decides on the reading sees first what it changed; the tab stays the same after the decision. */
function useOpeningView({ actions }: CaseDetail): DeskView {
  const [opening] = useState<DeskView>(() => (actions.includes('return') ? 'changes' : 'findings'));
  return opening;
}

function LoadedDesk({ detail, onBack, beside }: OpenedProps) {
  const navigate = useNavigate();
  const [view, showView] = useDeskView(useOpeningView(detail));
  const manifest = useManifest(detail);
  const first = useFirstPin(detail);
  const whole = useDesk(manifest, {
    opens: first === undefined ? undefined : first !== null,
    rules: detail.critical_rules,
  });
  const coverage = useMakeCoverage(detail.case_id, manifest, whole.view, true);
  const { noFinding = false } = openedTools(deskTools, view).tab;
  // No key may judge a finding that the tab does not show.
  const desk = noFinding ? { ...whole, current: null } : whole;
  const { actions, following, ...next } = useFinishing(detail, { desk: whole, view, show: showView });
  useWindowLink(whole, {
    case_id: detail.case_id,
    role: 'desk',
    taken: plotSelectionOf(whole),
    isOn: useIsPrimaryWindow(detail.case_id),
  });
  const change = useChangeRead(desk);
  const pins = useDeskPins({ detail, desk, change: view === 'changes' ? change : null, manifest, first });
  const back = useNewest(onBack ?? (() => void navigate({ to: casePath(detail.case_id), state: true })));
  const onShow = useNewest(showView);
  useTabKeys(showView);
  useActKeys(next, () => leave(following.stay ?? back));
  useDeskTitle(detail);
  const screen = (
    <Frame>
      <DeskCommands {...{ desk, view }} tools={deskTools} />
      <DeskBar {...{ detail, onShow, ...next }} shown={view} onBack={back} />
      {following.bar === null ? null : <Over>{following.bar}</Over>}
      {beside === undefined ? <PracticeOffer view={view} /> : null}
      <PinsProvider value={pins}>
        <CoverageProvider value={coverage}>
          <DeskHandback detail={detail} />
          <DeskPanes {...{ detail, view, desk }} />
        </CoverageProvider>
        <PinEditor detail={detail} view={desk.view} />
      </PinsProvider>
      {actions.dialog}
    </Frame>
  );
  return (
    <WithSubject {...{ desk, view }} tools={deskTools}>
      <WithBeside beside={beside?.(whole)}>{screen}</WithBeside>
    </WithSubject>
  );
}

/** A phone is too small for the desk; the case page shows the recording there. */
function TooNarrow({ case_id }: { case_id: number }) {
  const { t } = useTranslation('desk');
  return (
    <Middle>
      <EmptyState
        level="h1"
        title={t('narrow')}
        body={t('narrow-body')}
        action={<Link to={casePath(case_id)}>{t('back')}</Link>}
      />
    </Middle>
  );
}

export function OpenedDesk({ detail, ...around }: OpenedProps) {
  useEffect(prepareReportWhenIdle, []);
  const saver = useMakeSaver(detail.case_id);
  const [second, showSecond] = useSecondView();
  return (
    <SaverProvider value={saver}>
      <WideReading
        detail={detail}
        writing={second === null ? 'may' : 'never'}
        tooNarrow={<TooNarrow case_id={detail.case_id} />}
      >
        <StripPlaceProvider>
          {second === null ? (
            <LoadedDesk detail={detail} {...around} />
          ) : (
            <SecondScreen detail={detail} view={second} onShow={showSecond} />
          )}
        </StripPlaceProvider>
      </WideReading>
    </SaverProvider>
  );
}

export function Page() {
  return <CaseGate>{(detail) => <OpenedDesk detail={detail} />}</CaseGate>;
}
