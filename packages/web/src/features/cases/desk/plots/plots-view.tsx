/**
 * Shows the plots of the desk: RR over a day, Poincaré, histograms, coupling by class. Beats are selected by pointer or
 * by their intervals.
 */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { beatsInArea, type PlotPlace } from '@rhythmdesk/ecg/reading/beat-plots';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useWallClock } from '../../../../trace/time/use-wall-clock.ts';
import { recordingQuery } from '../../model/use-case.ts';
import type { ShownReading } from '../../reading/reading-state.ts';
import { DaySteps } from './day-steps.tsx';
import { IntervalForm } from './interval-form.tsx';
import { PlotFrame, type PlotTool, yAxisPx } from './plot-frame.tsx';
import {
  couplingRows,
  dayAt,
  dayPoints,
  isShown,
  type PlotClass,
  plotClasses,
  plotDays,
  plotModel,
} from './plot-model.ts';
import { dayArea, dayTicks, hourText, plotAreas, roundTicks } from './plot-areas.ts';
import { heights, type PlotProps, ticks, useHand } from './plot-parts.ts';
import { BarPicture, DensityPicture } from './plot-pictures.tsx';
import { PlotLegend } from './plot-legend.tsx';
import { plotSelectionOf, selectionOfBeats } from './plot-selection.ts';
import { Absence } from '../session/queue-absent.tsx';
import type { Desk } from '../session/use-desk.ts';

const View = styled('section')(({ theme }) => ({
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  padding: '0 16px 12px 12px',
  scrollbarWidth: 'thin',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  '& > span': { marginLeft: 'auto' },
});
const Plots = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `${String(heights.poincare + yAxisPx)}px minmax(0, 1fr)`,
  columnGap: 24,
  '& > .wide': { gridColumn: '1 / -1' },
  '& > div > figure:last-of-type > div': { marginBottom: 14 },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

function Poincare(props: PlotProps) {
  const { t } = useTranslation('desk');
  const { model, shown, tool, areas } = props;
  const area = areas.poincare;
  const hand = useHand(props, { from: 'poincare', area, points: model.poincare });
  return (
    <PlotFrame
      {...hand}
      title={t('plots.poincare')}
      note={t('plots.poincare-note')}
      legend={<PlotLegend colours={model.colours} />}
      area={area}
      xTicks={ticks(roundTicks(area.x))}
      yTicks={ticks(roundTicks(area.y))}
      heightPx={heights.poincare}
      square
      tool={tool}
    >
      <DensityPicture
        label={t('plots.poincare')}
        points={model.poincare}
        {...{ colours: model.colours, area, shown, heightPx: heights.poincare }}
      />
    </PlotFrame>
  );
}

function Coupling(props: PlotProps) {
  const { t } = useTranslation('desk');
  const { model, shown, tool, areas } = props;
  const area = areas.coupling;
  const hand = useHand(props, { from: 'coupling', area, points: model.coupling });
  return (
    <PlotFrame
      {...hand}
      title={t('plots.coupling')}
      note={t('plots.before')}
      area={area}
      xTicks={ticks(roundTicks(area.x))}
      yTicks={couplingRows.map((row, i) => ({ value: i + 0.35, text: row === 'other' ? '?' : row }))}
      heightPx={heights.coupling}
      tool={tool}
    >
      <DensityPicture
        label={t('plots.coupling')}
        points={model.coupling}
        {...{ colours: model.colours, area, shown, heightPx: heights.coupling }}
      />
    </PlotFrame>
  );
}

function Histogram(props: PlotProps & { readonly of: 'rr' | 'rate' }) {
  const { t } = useTranslation('desk');
  const { model, shown, of, areas } = props;
  const area = areas[of];
  const values = of === 'rr' ? model.intervals.before : model.rates;
  /** A range over the whole height selects every beat whose value is in it. */
  const points = useMemo(() => ({ x: values, y: new Float32Array(values.length).fill(0.5) }), [values]);
  const hand = useHand(props, { from: of, area, points });
  const weight = useMemo(
    () => (of === 'rr' ? () => 1 : (i: number) => (model.intervals.before[i] ?? 0) / 60_000),
    [of, model],
  );
  return (
    <PlotFrame
      {...hand}
      title={t(`plots.${of}`)}
      note={t(of === 'rr' ? 'plots.before' : 'plots.rate-note')}
      area={area}
      xTicks={ticks(roundTicks(area.x))}
      yTicks={[]}
      heightPx={heights.small}
      tool="stretch"
    >
      <BarPicture
        label={t(`plots.${of}`)}
        {...{ values, weight, shown, colours: model.colours, area, heightPx: heights.small }}
      />
    </PlotFrame>
  );
}

const noDay = { start: 0, end: 0, midnightMs: 0, hours: 24 } as const;

type DayProps = PlotProps & { readonly manifest: RecordingManifest };

function Day(props: DayProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { desk, model, shown, tool, manifest } = props;
  const wall = useWallClock(manifest.time_zone);
  const days = useMemo(() => plotDays(manifest, wall), [manifest, wall]);
  // The day that the strip shows is drawn first.
  const [index, setIndex] = useState(() => dayAt(days, desk.view?.strip().start ?? 0));
  const day = days[Math.min(index, days.length - 1)] ?? noDay;
  const own = useMemo(() => dayPoints(model, day, manifest), [model, day, manifest]);
  const area = useMemo(() => dayArea(day, manifest, props.areas.rr.x), [day, manifest, props.areas]);
  const { points, first } = own;
  const hand = useHand(props, { from: `day ${String(index)}`, area, points, first });
  const onPress = ({ x }: PlotPlace): void =>
    desk.view?.goTo(
      Math.round((day.midnightMs + x * 3_600_000 - manifest.start_ms) * (manifest.sampling_hz / 1000)),
    );
  return (
    <div className="wide" style={{ position: 'relative' }}>
      {days.length > 1 ? <DaySteps {...{ days, index, wall }} onDay={setIndex} /> : null}
      <PlotFrame
        {...hand}
        onPress={onPress}
        title={t('plots.day')}
        note={t('plots.day-note', { date: wall.date(day.midnightMs) })}
        area={area}
        xTicks={ticks(dayTicks(area.x), hourText(day, wall))}
        yTicks={ticks(roundTicks(area.y), (seconds) => format.number(seconds, 1))}
        heightPx={heights.day}
        tool={tool === 'lasso' ? 'range' : tool}
      >
        <DensityPicture
          label={t('plots.day')}
          points={points}
          {...{ colours: own.colours, area, shown, heightPx: heights.day }}
        />
      </PlotFrame>
    </div>
  );
}

type DrawnProps = {
  readonly desk: Desk;
  readonly reading: ShownReading;
  readonly manifest: RecordingManifest;
};

function Drawn({ desk, reading, manifest }: DrawnProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const [tool, setTool] = useState<PlotTool>('lasso');
  const [shown, setShown] = useState<PlotClass>('all');
  const { sampling_hz } = manifest;
  const { beats, summary } = reading;
  const model = useMemo(() => plotModel({ beats, summary }, sampling_hz), [beats, summary, sampling_hz]);
  const areas = useMemo(() => plotAreas(model), [model]);
  const parts = { desk, model, areas, tool, shown };
  return (
    <>
      <Tools>
        <ToggleButtonGroup exclusive size="small" value={tool} aria-label={t('plots.tool')}>
          {(['lasso', 'range'] as const).map((one) => (
            <ToggleButton key={one} value={one} onClick={() => setTool(one)}>
              {t(`plots.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButtonGroup exclusive size="small" value={shown} aria-label={t('plots.classes')}>
          {plotClasses.map((one) => (
            <ToggleButton key={one} value={one} onClick={() => setShown(one)}>
              {one === 'all' ? t('plots.all') : one === 'other' ? '?' : one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <IntervalForm
          onSelect={(within) => {
            const found = beatsInArea(model.poincare, within, (i) => isShown(model.colours[i] ?? 0, shown));
            plotSelectionOf(desk).set(selectionOfBeats('form', found, model));
          }}
        />
        <span>
          {t('gallery.beats', { count: beats.counted.length, value: format.number(beats.counted.length) })}
        </span>
      </Tools>
      <Plots>
        <Day {...parts} manifest={manifest} />
        <div>
          <Poincare {...parts} />
        </div>
        <div>
          <Histogram {...parts} of="rr" />
          <Histogram {...parts} of="rate" />
          <Coupling {...parts} />
        </div>
      </Plots>
    </>
  );
}

export function PlotsView({
  desk,
  detail,
}: {
  desk: Desk;
  detail: Pick<CaseDetail, 'case_id' | 'recording'>;
}) {
  const { t } = useTranslation('desk');
  const { data: manifest } = useQuery({
    ...recordingQuery(detail.case_id),
    enabled: detail.recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <View aria-label={t('view.plots')}>
      {desk.shown === null || manifest === undefined ? (
        <Absence detail={detail} />
      ) : (
        <Drawn desk={desk} reading={desk.shown} manifest={manifest} />
      )}
    </View>
  );
}
