/**
 * Shows the recording of the case, or the reason why there is none to show. The view is a chunk of its own, fetched in
 * parallel. While a PDF is shown instead, the view keeps its position and settings and releases its keys and worker.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { tileName } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { TrendSparkline } from '../../../trace/panels/trend-sparkline.tsx';
import type { EditedEpisode } from '../../../trace/signal/edited-episode.ts';
import type { SeenOnTrend } from '../../../trace/panels/trend-panel.tsx';
import type { PinMark } from '../../../trace/paint/renderer-pins.ts';
import type { PageShape } from '../../../trace/panels/page-shape.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { JudgeBar } from '../analysis/judge-bar.tsx';
import { useReading } from '../analysis/use-reading.ts';
import { recordingQuery } from '../model/use-case.ts';
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import { changePreferences, useKept } from '../../../platform/session/preferences.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

function save(scales: ScalesPreference | undefined): Promise<void> {
  return changePreferences(({ scales: _, ...before }) => ({
    ...before,
    ...(scales === undefined ? {} : { scales }),
  })).catch(showFault);
}

/**
 * Returns the user's division of the recording's height between its scales; the server stores it for every case and
 * screen.
 */
function useScales(): [ScalesPreference | undefined, (scales: ScalesPreference | undefined) => void] {
  const { preferences } = useSessionUser();
  return useKept(() => preferences.scales, save);
}

const loadView = () => import('../../../trace/panels/recording-view.tsx');
const RecordingView = lazy(loadView);
loadView().catch(() => undefined);

const Middle = styled('div')({ height: '100%', display: 'grid', placeItems: 'center' });

/** Trend, disclosure and strip in their usual heights. */
const Bones = styled('div')({
  height: '100%',
  overflow: 'hidden',
  '& > [role="status"]': {
    display: 'flex',
    flexDirection: 'column',
    gap: 12,
    height: '100%',
    boxSizing: 'border-box',
    padding: 12,
  },
});

type Missing = 'none' | 'processing' | 'purged';

export type ShownCase = Pick<CaseDetail, 'case_id' | 'hn_id' | 'recording' | 'sparkline'>;

function NoSignal({ detail, why }: { detail: ShownCase; why: Missing }) {
  const { t } = useTranslation('case-page');
  return (
    <Middle role="region" aria-label={t('recording')}>
      <EmptyState
        level="h2"
        title={t(`recording.${why}`)}
        body={t(`recording.${why}-body`, { hn_id: detail.hn_id })}
        action={
          why === 'purged' && detail.sparkline !== null ? (
            <div style={{ width: 320, marginTop: 8 }}>
              <TrendSparkline bytes={detail.sparkline} wide />
            </div>
          ) : undefined
        }
      />
    </Middle>
  );
}

function Waiting() {
  return (
    <Bones>
      <Loading>
        {[154, null, 310].map((height, index) => (
          <Skeleton
            key={index}
            variant="rounded"
            animation="wave"
            style={height === null ? { flex: 1, minHeight: 100 } : { flex: 'none', height }}
          />
        ))}
      </Loading>
    </Bones>
  );
}

type FetchTiles = ComponentProps<typeof RecordingView>['fetchTiles'];

function useFetchTiles(case_id: number): FetchTiles {
  return useCallback(
    async (tiles, signal) => {
      const query = { case_id, tile: tiles.map(tileName), packed: true };
      const { body } = await api.download('tiles', query, { signal });
      return body ?? new ReadableStream();
    },
    [case_id],
  );
}

/** The settings that differ between the reading desk and the case page. */
type OnDesk = {
  readonly actions: ReactNode;
  readonly alone: boolean;
  /** The strip has no tools of its own. */
  readonly bare?: boolean | undefined;
  /** The trend is over the strip, without the disclosure. */
  readonly overview?: boolean | undefined;
  readonly page: PageShape | undefined;
  readonly seen: SeenOnTrend | undefined;
  readonly edited: EditedEpisode | undefined;
  readonly pins: readonly PinMark[];
  readonly judged?: ArrayLike<number> | undefined;
  readonly onPin?: ((number: number) => void) | undefined;
};
type PaneProps = { readonly detail: ShownCase; readonly desk?: OnDesk | undefined };

function Drawn({ detail, desk }: PaneProps) {
  const { case_id } = detail;
  const fetchTiles = useFetchTiles(case_id);
  const { data, error, refetch } = useQuery({
    ...recordingQuery(case_id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { judging, ...reading } = useReading(detail, data);
  const theme = useTheme();
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const writes = judging !== null && !narrow;
  const [split, onSplit] = useScales();
  /** If the desk shows no finding, there is none to judge. */
  const actions = desk === undefined ? writes && <JudgeBar judging={judging} /> : desk.actions;
  if (data !== undefined) {
    return (
      <Suspense fallback={<Waiting />}>
        <RecordingView
          manifest={data}
          fetchTiles={fetchTiles}
          split={split}
          onSplit={onSplit}
          {...reading}
          onAddStrip={writes ? judging.addStrip : undefined}
          actions={actions}
          ownSteps={desk !== undefined}
          selects={desk !== undefined}
          lane={desk !== undefined}
          lineMinutes={desk === undefined ? 1 : 5}
          alone={desk?.alone}
          bare={desk?.bare}
          overview={desk?.overview}
          page={desk?.page}
          {...(desk && { seen: desk.seen, edited: desk.edited })}
          {...(desk && { pins: desk.pins, onPin: desk.onPin, judged: desk.judged })}
        />
      </Suspense>
    );
  }
  if (error === null) {
    loadView().catch(() => undefined);
    return <Waiting />;
  }
  if (error instanceof ApiError && error.status === 410) return <NoSignal detail={detail} why="purged" />;
  if (error instanceof ApiError && error.code === 'recording/processing') {
    return <NoSignal detail={detail} why="processing" />;
  }
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}

export function RecordingPane({ detail, desk }: PaneProps) {
  if (detail.recording === 'ready') return <Drawn detail={detail} desk={desk} />;
  if (detail.recording === 'not_allowed') return null;
  return <NoSignal detail={detail} why={detail.recording} />;
}
