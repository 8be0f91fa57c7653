/** Shows the device's counts, labelled as the device's own; none of them is this product's reading of the signal. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { type DeviceCounts, deviceCounts } from './device-counts.ts';
import { Section } from '../../../ui/panel.tsx';
import { recordingQuery } from '../model/use-case.ts';

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 23 },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& dt': { flex: 1 },
  '& dd': { margin: 0, fontWeight: 500, textAlign: 'right' },
  '& dd.count': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));
const Swatch = styled('span')({ width: 8, height: 8, borderRadius: 2, flex: 'none' });

type Line = {
  readonly key: 'af' | 've' | 'sve' | 'pauses' | 'longest' | 'rate' | 'events';
  readonly colour: string;
  readonly figure: string;
  readonly count?: string | undefined;
};

const colours = {
  af: 'var(--rd-palette-ecg-af)',
  ventricular: 'var(--rd-palette-beat-ventricular)',
  supraventricular: 'var(--rd-palette-beat-supraventricular)',
  pause: 'var(--rd-palette-beat-paced)',
  plain: 'var(--rd-palette-gray)',
} as const;

function useLines(): (counts: DeviceCounts, manifest: RecordingManifest) => Line[] {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  return (counts, { events }) => {
    const { beats, ve, sve, pauses, longest_rr_ms, af_share, hr_min, hr_mean, hr_max } = counts;
    const least = 0.0005;
    const share = (part: number): string => {
      if (beats <= 0) return '';
      const isTrace = part > 0 && part / beats < least;
      return isTrace
        ? t('finding.below', { share: format.percent(2 * least) })
        : format.percent(part / beats);
    };
    const rounded = (value: number) => format.number(Math.round(value));
    const rate =
      hr_min === null || hr_mean === null || hr_max === null
        ? []
        : [
            {
              key: 'rate',
              colour: colours.plain,
              figure: t('finding.rate-range', {
                min: rounded(hr_min),
                mean: rounded(hr_mean),
                max: rounded(hr_max),
              }),
            } as const,
          ];
    return [
      { key: 'af', colour: colours.af, figure: format.percent(af_share) },
      { key: 've', colour: colours.ventricular, count: format.number(ve), figure: share(ve) },
      { key: 'sve', colour: colours.supraventricular, count: format.number(sve), figure: share(sve) },
      { key: 'pauses', colour: colours.pause, figure: format.number(pauses) },
      ...(longest_rr_ms === null
        ? []
        : [
            {
              key: 'longest',
              colour: colours.pause,
              figure: t('finding.ms', { value: rounded(longest_rr_ms) }),
            } as const,
          ]),
      ...rate,
      { key: 'events', colour: colours.plain, figure: format.number(events.length) },
    ];
  };
}

export function DeviceFindings({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const linesOf = useLines();
  const { data: manifest } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (manifest === undefined) return null;
  const counts = deviceCounts(manifest.hours);
  if (counts === null) return null;
  return (
    <Section title={t('findings')} note={t('findings.source')}>
      <List>
        {linesOf(counts, manifest).map(({ key, colour, figure, count }) => (
          <div key={key}>
            <Swatch aria-hidden="true" style={{ backgroundColor: colour }} />
            <dt>{t(`finding.${key}`)}</dt>
            {count === undefined ? null : <dd className="count">{count}</dd>}
            <dd>{figure}</dd>
          </div>
        ))}
      </List>
    </Section>
  );
}
