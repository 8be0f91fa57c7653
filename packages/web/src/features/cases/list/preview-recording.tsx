/**
 * Shows the recording in the preview: its trend, eight numbers, its first strip. Trend and numbers are the analysis's
 * once there is one, before that the device's own count; the space of each part is reserved while it loads.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { bytesOf } from '../../../platform/client/file-body.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { decodeTraceTile } from '../../../trace/signal/trace-tile.ts';
import { PreviewStrip } from '../../../trace/panels/preview-strip.tsx';
import { sparklineFromBase64, trendFromSparkline } from '../../../trace/signal/sparkline-bytes.ts';
import { PreviewTrend, previewTrendPx } from '../../../trace/panels/preview-trend.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { analysisQuery, useAnalysableShare } from '../analysis/use-analysis.ts';
import { deviceCounts } from '../page/device-counts.ts';
import { Section } from '../../../ui/panel.tsx';
import { recordingQuery } from '../model/use-case.ts';
import { firstStrip, type StripPlace } from './first-strip.ts';

const Numbers = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: '10px 8px',
  margin: 0,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
  '& dd': {
    margin: 0,
    fontSize: textSize.section,
    lineHeight: '20px',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  '& dt': { fontSize: textSize.micro, lineHeight: '14px', fontWeight: 500, color: theme.vars.palette.gray },
}));
const Words = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
}));
const Paper = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.ecg.grid_large}`,
}));

type Figure = readonly [label: string, value: string];

function FigureList({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('case-list');
  return (
    <Numbers aria-label={t('preview.numbers')}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Numbers>
  );
}

const dash = '–';
const stripHeightPx = 136;
const numbersHeightPx = 106;

/** Shows the numbers of the list row itself, for callers who may not see the recording. */
export function RowNumbers({ row }: { row: CaseRow }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const or = (value: number | null, word: (value: number) => string) => (value === null ? dash : word(value));
  return (
    <FigureList
      figures={[
        [t('preview.af'), or(row.af_share, format.percent)],
        [t('preview.ve'), or(row.ve_count, format.number)],
        [t('preview.pauses'), or(row.pause_count, format.number)],
        [
          t('column.recording_seconds'),
          or(row.recording_seconds, (seconds) => format.duration(seconds * 1_000)),
        ],
      ]}
    />
  );
}

type Rates = {
  readonly af_share: number | null;
  readonly ve_share: number | null;
  readonly sve_share: number | null;
  readonly longest_rr_ms: number | null;
  readonly hr_min: number | null;
  readonly hr_mean: number | null;
  readonly hr_max: number | null;
};

function computedRates({ af, v, s, rate }: AnalysisSummary): Rates {
  return {
    af_share: af.burden,
    ve_share: v.share,
    sve_share: s.share,
    longest_rr_ms: rate.longest_rr?.ms ?? null,
    hr_min: rate.min?.bpm ?? null,
    hr_mean: rate.mean_bpm,
    hr_max: rate.max?.bpm ?? null,
  };
}

function countedRates(manifest: RecordingManifest): Rates | null {
  const counts = deviceCounts(manifest.hours);
  if (counts === null) return null;
  const share = (part: number) => (counts.beats > 0 ? part / counts.beats : null);
  return { ...counts, ve_share: share(counts.ve), sve_share: share(counts.sve) };
}

function RecordingNumbers({
  manifest,
  summary,
}: {
  manifest: RecordingManifest;
  summary: AnalysisSummary | null;
}) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const rates = useMemo(
    () => (summary === null ? countedRates(manifest) : computedRates(summary)),
    [manifest, summary],
  );
  if (rates === null) return null;
  const or = (value: number | null, word: (value: number) => string) => (value === null ? dash : word(value));
  const whole = (value: number) => format.number(Math.round(value));
  return (
    <FigureList
      figures={[
        [t('preview.af'), or(rates.af_share, format.percent)],
        [t('preview.ve'), or(rates.ve_share, format.percent)],
        [t('preview.sve'), or(rates.sve_share, format.percent)],
        [
          t('preview.longest'),
          or(rates.longest_rr_ms, (ms) => t('preview.seconds', { value: format.number(ms / 1_000, 2) })),
        ],
        [t('preview.hr-min'), or(rates.hr_min, whole)],
        [t('preview.hr-mean'), or(rates.hr_mean, whole)],
        [t('preview.hr-max'), or(rates.hr_max, whole)],
        [t('preview.events'), format.number(manifest.events.length)],
      ]}
    />
  );
}

function Strip({ manifest, place }: { manifest: RecordingManifest; place: StripPlace }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const { case_id } = manifest;
  const [lead] = manifest.leads;
  const { data } = useQuery({
    queryKey: ['first-strip', case_id, place.tile],
    queryFn: async ({ signal }) => {
      const tile = { case_id, lead: 0, level: 0, index: place.tile };
      const bytes = await bytesOf(await api.download('tile', tile, { signal }));
      const read = decodeTraceTile(0, new Uint8Array(bytes));
      return read.kind === 'samples' ? read.samples : null;
    },
    staleTime: Infinity,
    retry: false,
  });
  const samples = useMemo(() => data?.slice(place.offset, place.offset + place.length), [data, place]);
  if (lead === undefined || data === null) return null;
  return (
    <Section
      title={t(place.event ? 'preview.strip.event' : 'preview.strip')}
      note={format.instant('second', place.start_ms, manifest.time_zone)}
    >
      <Paper style={{ minHeight: stripHeightPx }}>
        {samples === undefined ? null : (
          <PreviewStrip
            samples={samples}
            lead={lead}
            sampling_hz={manifest.sampling_hz}
            start_ms={place.start_ms}
            time_zone={manifest.time_zone}
            heightPx={stripHeightPx}
            rails
          />
        )}
      </Paper>
    </Section>
  );
}

function NoRecording({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-list');
  const words = {
    none: 'preview.no-recording',
    processing: 'preview.processing',
    purged: 'preview.purged',
  } as const;
  const state =
    detail.recording === 'ready' || detail.recording === 'not_allowed' ? 'none' : detail.recording;
  return (
    <>
      <Words>{t(words[state])}</Words>
      {detail.recording_seconds === null ? null : <RowNumbers row={detail} />}
    </>
  );
}

/** Returns the analysed rates in the buckets of the row's sparkline. */
function useSparklineTrend({ sparkline }: CaseDetail, manifest: RecordingManifest) {
  return useMemo(() => {
    const read = sparkline === null ? null : sparklineFromBase64(sparkline);
    return read === null ? undefined : trendFromSparkline(read, manifest);
  }, [sparkline, manifest]);
}

function Ready({ detail, manifest }: { detail: CaseDetail; manifest: RecordingManifest }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const { data: analysis, refetch } = useQuery({
    ...analysisQuery(detail.case_id),
    staleTime: Infinity,
  });
  useLiveEvent((event) => {
    if (event.type === 'case' && event.case_id === detail.case_id) void refetch();
  });
  const summary = analysis?.summary ?? null;
  const trend = useSparklineTrend(detail, manifest);
  const place = useMemo(() => firstStrip(manifest), [manifest]);
  const share = useAnalysableShare(detail);
  return (
    <>
      <Section
        title={t('preview.trend')}
        note={share === null ? undefined : t('preview.analysable', { share: format.percent(share) })}
      >
        <PreviewTrend manifest={manifest} trend={trend} episodes={summary?.episodes} />
      </Section>
      {analysis === undefined ? (
        <Skeleton height={numbersHeightPx} sx={{ margin: '0 16px' }} />
      ) : (
        <RecordingNumbers manifest={manifest} summary={summary} />
      )}
      {place ? <Strip manifest={manifest} place={place} /> : null}
    </>
  );
}

/** Placeholders of a recording's parts in their final size. */
export function RecordingSkeleton() {
  const { t } = useTranslation('case-list');
  return (
    <>
      <Section title={t('preview.trend')}>
        <Skeleton height={previewTrendPx} />
      </Section>
      <Skeleton height={numbersHeightPx} sx={{ margin: '0 16px' }} />
      <Section title={t('preview.strip')}>
        <Skeleton height={stripHeightPx} />
      </Section>
    </>
  );
}

export function PreviewRecording({ detail }: { detail: CaseDetail }) {
  const wanted = detail.recording === 'ready';
  const { data, error, refetch } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: wanted,
  });
  if (!wanted) return <NoRecording detail={detail} />;
  if (data) return <Ready detail={detail} manifest={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <RecordingSkeleton />;
}
