/**
 * Draws the signal of a critical finding on paper: 25 mm/s, a given number of mm/mV, leads below one another. The part
 * that the rule found is drawn in its colour, the rest in the trace's.
 */
import { styled } from '@mui/material/styles';
import Skeleton from '@mui/material/Skeleton';
import type { CriticalFinding, CriticalStrip } from '@rhythmdesk/contract/critical';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { shownLeads } from './shown-leads.ts';

const mmPerSecond = 25;

const Paper = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.ecg.grid_large}`,
  backgroundColor: theme.vars.palette.ecg.paper,
  '& .small': { stroke: theme.vars.palette.ecg.grid_small },
  '& .large': { stroke: theme.vars.palette.ecg.grid_large },
  '& .trace': { stroke: theme.vars.palette.ecg.trace, fill: 'none', vectorEffect: 'non-scaling-stroke' },
  '& .ventricular': { stroke: theme.vars.palette.beat.ventricular },
  '& .af': { stroke: theme.vars.palette.ecg.af },
  '& .caliper': { stroke: theme.vars.palette.ecg.caliper },
  '& text': { fill: theme.vars.palette.ecg.trace, fontWeight: 600 },
}));
const Gone = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: '100%',
  minHeight: 64,
  borderRadius: 6,
  border: `1px dashed ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
}));

const colourOf = {
  vf: 'ventricular',
  vt: 'ventricular',
  pause: 'caliper',
  av_block: 'caliper',
  slow: 'caliper',
  fast_af: 'af',
} as const satisfies Record<CriticalFinding['rule'], string>;

type Lead = CriticalStrip['leads'][number];
type Span = { readonly from: number; readonly to: number };

/** Returns the samples of a lead from one to another as a path in millimetres, interrupted where there is no signal. */
function pathOf({ uv }: Lead, hz: number, { from, to }: Span, middle: number, mmPerMv: number): string {
  let path = '';
  let command: 'M' | 'L' = 'M';
  for (let i = Math.max(0, from); i <= Math.min(uv.length - 1, to); i++) {
    const value = uv[i] ?? null;
    if (value === null) {
      command = 'M';
      continue;
    }
    const x = ((mmPerSecond * i) / hz).toFixed(2);
    path += `${command}${x} ${(middle - (value / 1_000) * mmPerMv).toFixed(2)}`;
    command = 'L';
  }
  return path;
}

type PlaceStripProps = {
  strip: CriticalStrip;
  finding: Pick<CriticalFinding, 'rule' | 'seconds'>;
  /** Height of one lead in millimetres. */
  height: number;
  mmPerMv: number;
  leads: number;
  label: string;
};

/** Returns the position of the finding, in samples of the strip. */
function spanOf({ before_s, sampling_hz }: CriticalStrip, seconds: number): Span {
  const from = Math.round(before_s * sampling_hz);
  return { from, to: from + Math.round(seconds * sampling_hz) };
}

function Grid({ width, height }: { width: number; height: number }) {
  const id = useId();
  return (
    <>
      <defs>
        <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse">
          <path className="small" d="M1 0V5M2 0V5M3 0V5M4 0V5M0 1H5M0 2H5M0 3H5M0 4H5" strokeWidth={0.15} />
          <path className="large" d="M0 0V5M0 0H5" strokeWidth={0.3} />
        </pattern>
      </defs>
      <rect width={width} height={height} fill={`url(#${id})`} />
    </>
  );
}

function PlaceStrip({ strip, finding, height, mmPerMv, leads, label }: PlaceStripProps) {
  const { sampling_hz } = strip;
  const span = spanOf(strip, finding.seconds);
  const shown = shownLeads(strip.leads, span, leads);
  const length = shown[0]?.uv.length ?? 0;
  const width = (mmPerSecond * length) / sampling_hz;
  const parts = [
    { name: 'trace', from: 0, to: span.from },
    { name: `trace ${colourOf[finding.rule]}`, ...span },
    { name: 'trace', from: span.to, to: length },
  ];
  return (
    <Paper
      viewBox={`0 0 ${String(width)} ${String(height * shown.length)}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="xMidYMid slice"
    >
      <Grid width={width} height={height * shown.length} />
      {shown.map((lead, index) => {
        const middle = height * (index + 0.55);
        return (
          <g key={lead.label}>
            {parts.map((part) => (
              <path
                key={`${part.name}${String(part.from)}`}
                className={part.name}
                strokeWidth={1.2}
                d={pathOf(lead, sampling_hz, part, middle, mmPerMv)}
              />
            ))}
            {leads === 1 && lead === strip.leads[0] ? null : (
              <text x={2} y={height * index + 5} fontSize={4}>
                {lead.label}
              </text>
            )}
          </g>
        );
      })}
    </Paper>
  );
}

type FindingStripProps = Pick<PlaceStripProps, 'height' | 'mmPerMv' | 'leads' | 'label'> & {
  finding: CriticalFinding;
};

/** Shows the strip of a finding, fetched once: it never changes. */
export function FindingStrip({ finding, ...rest }: FindingStripProps) {
  const { t } = useTranslation('critical');
  const { finding_id, has_strip } = finding;
  const { data, isPending } = useQuery({
    ...callQuery('criticalStrip', { finding_id }),
    enabled: has_strip,
    staleTime: Infinity,
  });
  if (data !== undefined) return <PlaceStrip strip={data} finding={finding} {...rest} />;
  return has_strip && isPending ? (
    <Skeleton variant="rounded" width="100%" height={78} />
  ) : (
    <Gone>{t('no-strip')}</Gone>
  );
}
