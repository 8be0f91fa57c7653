/** The recording in the preview: its trend, eight numbers of the device's own count, its first strip. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { decodeTraceTile } from '../../../trace/decode-tile.ts';
import { PreviewStrip } from '../../../trace/preview-strip.tsx';
import { PreviewTrend } from '../../../trace/preview-trend.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { deviceCounts } from '../page/device-counts.ts';
import { Section } from '../page/panel.tsx';
import { recordingQuery } from '../page/use-case.ts';
import { firstStrip, type StripPlace } from './first-strip.ts';

const Numbers = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: '10px 8px',
  margin: 0,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
  '& dd': { margin: 0, fontSize: '.9375rem', lineHeight: '20px', fontWeight: 600, whiteSpace: 'nowrap' },
  '& dt': { fontSize: '.6875rem', lineHeight: '14px', fontWeight: 500, color: theme.vars.palette.gray },
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

/** What the list's own row tells, for those who do not see the recording. */
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

function ManifestNumbers({ manifest }: { manifest: RecordingManifest }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const counts = useMemo(() => deviceCounts(manifest.hours), [manifest]);
  if (counts === null) return null;
  const or = (value: number | null, word: (value: number) => string) => (value === null ? dash : word(value));
  const share = (part: number) => (counts.beats > 0 ? format.percent(part / counts.beats) : dash);
  return (
    <FigureList
      figures={[
        [t('preview.af'), or(counts.af_share, format.percent)],
        [t('preview.ve'), share(counts.ve)],
        [t('preview.sve'), share(counts.sve)],
        [
          t('preview.longest'),
          or(counts.longest_rr_ms, (ms) => t('preview.seconds', { value: format.number(ms / 1_000, 2) })),
        ],
        [t('preview.hr-min'), or(counts.hr_min, format.number)],
        [t('preview.hr-mean'), or(counts.hr_mean, (rate) => format.number(Math.round(rate)))],
        [t('preview.hr-max'), or(counts.hr_max, format.number)],
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
      const bytes = await (await api.download('tile', tile, { signal, immutable: true })).arrayBuffer();
      const read = decodeTraceTile(0, bytes);
      return read.kind === 'samples' ? read.samples : null;
    },
    staleTime: Infinity,
    retry: false,
    meta: { faults: 'mine' },
  });
  const samples = useMemo(() => data?.slice(place.offset, place.offset + place.length), [data, place]);
  if (lead === undefined || !samples) return null;
  return (
    <Section
      title={t(place.event ? 'preview.strip.event' : 'preview.strip')}
      note={format.instant('second', place.start_ms, manifest.time_zone)}
    >
      <Paper>
        <PreviewStrip
          samples={samples}
          lead={lead}
          sampling_hz={manifest.sampling_hz}
          start_ms={place.start_ms}
          time_zone={manifest.time_zone}
          heightPx={136}
          rails
        />
      </Paper>
    </Section>
  );
}

export function PreviewRecording({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const wanted = detail.recording === 'ready';
  const { data, error, refetch } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: wanted,
    meta: { faults: 'mine' },
  });
  const place = useMemo(() => (data ? firstStrip(data) : null), [data]);
  if (wanted && error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!wanted) {
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
  if (!data) return <Skeleton height={240} sx={{ margin: '12px 16px' }} />;
  const share = detail.analysable_share;
  return (
    <>
      <Section
        title={t('preview.trend')}
        note={share === null ? undefined : t('preview.analysable', { share: format.percent(share) })}
      >
        <PreviewTrend manifest={data} />
      </Section>
      <ManifestNumbers manifest={data} />
      {place ? <Strip manifest={data} place={place} /> : null}
    </>
  );
}
