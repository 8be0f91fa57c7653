/**
 * Shows the second scale: full disclosure. A click moves the strip to that place; dragging moves the strip's window
 * along.
 */
import { styled } from '@mui/material/styles';
import { eventReachS } from '@rhythmdesk/ecg/report/event-reach';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { MenuButton } from './bar-parts.tsx';
import { radioItems } from './menu-items.tsx';
import { disclosureGain, disclosureLead } from '../paint/disclosure-picture.ts';
import type { GestureHandlers, Point } from './gestures.ts';
import { HeadFacts, PanelHead } from './panel-head.tsx';
import { drawStillDisclosure } from '../paint/renderer-disclosure.ts';
import { drawLens, drawSelected } from '../paint/renderer-lens.ts';
import type { Scene } from '../paint/scene.ts';
import type { Stage } from './stage.ts';
import { pickBeat, spanOf } from '../time/beat-selection.ts';
import type { Selected } from '../time/beat-selection.ts';
import { clampSample, disclosureLines, lineSpan, lineStartMs } from '../time/time-scale.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { TraceCanvas } from './trace-canvas.tsx';
import { useStored } from '../../platform/use-stored.ts';
import { stripSpan } from '../time/view.ts';

const Heads = styled('span')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 10,
  width: 61,
  fontSize: textSize.micro,
  lineHeight: '14px',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
  '& b': { fontWeight: 600, color: theme.vars.palette.beat.ventricular },
}));

/** Explains the wash that the lines have around a patient event. */
const Wash = styled('i')(({ theme }) => ({
  display: 'inline-block',
  width: 14,
  height: 10,
  marginRight: 5,
  borderRadius: 2,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.text.primary} 14%, transparent)`,
}));

function sampleAtPoint(stage: Stage, at: Point): number {
  const page = stage.disclosureSize();
  const { clock, lineMs } = stage.frame();
  const line =
    stage.view.get().top + Math.min(page.pageLines - 1, Math.max(0, Math.floor(at.y / page.linePx)));
  const span = lineSpan(clock, disclosureLines(clock, lineMs), line);
  const share = Math.min(1, Math.max(0, (at.x - page.plotLeftPx) / page.plotWidthPx));
  return Math.round(span.start + share * (span.end - span.start));
}

/** A wheel's notch scrolls three lines; pixels from a trackpad are added up until they make a line. */
const wheelPxPerLine = 33;

/** Maximum distance between a click and a beat. */
const beatReachPx = 9;

/**
 * Returns the beat at the pointer, else the position itself; with `selected`, everything from the start of that
 * selection.
 */
function pickAt(stage: Stage, at: Point, selected: Selected | null): Selected {
  const { lineMs, plotWidthPx } = stage.disclosureSize();
  const { clock } = stage.frame();
  const sample = Math.round(clampSample(clock, sampleAtPoint(stage, at)));
  const reach = Math.round((beatReachPx / plotWidthPx) * (lineMs / 1000) * clock.sampling_hz);
  return pickBeat(stage.scene()?.beats?.sample ?? [], selected, sample, reach, selected !== null);
}

/**
 * Gestures that select: a click selects a beat and shows it on the strip, Shift+click extends the selection; a drag
 * selects a stretch.
 */
function takingHand(stage: Stage): Pick<GestureHandlers, 'tap' | 'drag'> {
  return {
    tap: (at, shift) => {
      const selected = pickAt(stage, at, shift ? stage.view.get().selected : null);
      stage.dispatch({ kind: 'select', selected });
      stage.dispatch({ kind: 'look', sample: selected.focus });
    },
    drag: (at, from) => {
      stage.dispatch({ kind: 'select', selected: pickAt(stage, at, pickAt(stage, from, null)) });
    },
  };
}

function centringHand(stage: Stage): Pick<GestureHandlers, 'tap' | 'drag'> {
  const centre = (at: Point): void => stage.dispatch({ kind: 'centre', sample: sampleAtPoint(stage, at) });
  return { tap: centre, drag: centre };
}

/** `takes`: gestures select beats as on the strip; otherwise a click or a drag moves the strip. */
function disclosureGestures(stage: Stage, takes: boolean): GestureHandlers {
  let gathered = 0;
  return {
    ...(takes ? takingHand(stage) : centringHand(stage)),
    wheel: (delta) => {
      gathered += delta.y / wheelPxPerLine;
      const lines = Math.trunc(gathered);
      gathered -= lines;
      if (lines !== 0) stage.dispatch({ kind: 'lines', lines });
    },
  };
}

/** Returns the day of the recording, the date, and the start and end time of the page. */
function pageTimes(scene: Scene, stage: Stage, top: number): [number, string, string, string] {
  const { lineMs, pageLines, clock } = stage.frame();
  const lines = disclosureLines(clock, lineMs);
  const from = Math.max(clock.start_ms, lineStartMs(lines, top));
  const to = lineStartMs(lines, Math.min(lines.count, top + pageLines));
  const { wall } = scene;
  return [wall.daysBetween(clock.start_ms, from) + 1, wall.date(from), wall.minute(from), wall.minute(to)];
}

/** Whether any line of the page is near a patient event. */
function isNearEvent({ events, clock }: Scene, stage: Stage, top: number): boolean {
  const { lineMs, pageLines } = stage.frame();
  const lines = disclosureLines(clock, lineMs);
  const reach = eventReachS * clock.sampling_hz;
  const { start } = lineSpan(clock, lines, top);
  const { end } = lineSpan(clock, lines, top + pageLines - 1);
  return events.some(({ sample }) => sample + reach > start && sample - reach < end);
}

type DisclosureHeadProps = { stage: Stage; scene: Scene; narrow: boolean; lineMs: number };

/** Line lengths that have a text of their own; others are shown in seconds. */
const lineWords = {
  15_000: 'disclosure.quarter',
  60_000: 'disclosure.minute',
  300_000: 'disclosure.five',
} as const;
const isWorded = (lineMs: number): lineMs is keyof typeof lineWords => lineMs in lineWords;

function DisclosureLead({ stage, scene, lead }: { stage: Stage; scene: Scene; lead: number }) {
  const { t } = useTranslation('trace');
  const chosen = useStored(stage.view, (view) => view.disclosure);
  const { leads } = scene.manifest;
  const labelOf = (index: number): string => leads[index]?.label ?? '';
  const items = [
    { key: 'first', label: t('disclosure.firstLead'), chosen: chosen === null },
    ...leads.map(({ label }, index) => ({ key: String(index), label, chosen: chosen === index })),
  ];
  return (
    <MenuButton name={t('disclosure.lead')} label={labelOf(lead)} low>
      {() =>
        radioItems(items, (key) =>
          stage.dispatch({ kind: 'disclosure', lead: key === 'first' ? null : Number(key) }),
        )
      }
    </MenuButton>
  );
}

function DisclosureHead({ stage, scene, narrow, lineMs }: DisclosureHeadProps) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const lead = useStored(stage.view, disclosureLead);
  const top = useStored(stage.view, (view) => view.top);
  useStored(stage.sizes, (sizes) => `${sizes.disclosure.heightPx}/${sizes.lineMs}/${sizes.pageLines ?? 0}`);
  const gainNow = (): number => disclosureGain(scene, lead, stage.disclosureSize());
  useStored(stage.arrived, (count) => count > 0 && gainNow());
  const shownGain = gainNow();
  const gain = format.number(shownGain, Number.isInteger(shownGain) ? 0 : 1);
  const [day, date, from, to] = pageTimes(scene, stage, top);
  const hasWash = isNearEvent(scene, stage, top);
  return (
    <PanelHead>
      <h2>{t('disclosure.title')}</h2>
      <DisclosureLead stage={stage} scene={scene} lead={lead} />
      <HeadFacts>
        <p>
          {isWorded(lineMs)
            ? t(lineWords[lineMs], { gain })
            : t('disclosure.seconds', { gain, seconds: format.number(lineMs / 1000) })}
        </p>
        {hasWash && (
          <p>
            <Wash aria-hidden="true" />
            {t('event.reach', { seconds: format.number(eventReachS) })}
          </p>
        )}
      </HeadFacts>
      <p style={{ flex: 'none' }}>
        {narrow ? t('disclosure.from', { date, from }) : t('disclosure.range', { day, date, from, to })}
      </p>
      {scene.beats !== undefined && (
        <Heads>
          <b>{t('disclosure.ventricular')}</b>
          {t('disclosure.rate')}
        </Heads>
      )}
    </PanelHead>
  );
}

/** Returns the inputs of the drawing, cached while only the strip's window moves. */
function pageOf(stage: Stage) {
  const scene = stage.scene();
  if (scene === null) return null;
  const view = stage.view.get();
  return {
    page: stage.disclosurePages(scene, view, stage.disclosureSize(), stage.arrived.get()),
    lens: stripSpan(view, stage.frame()),
  };
}

export function DisclosurePanel(props: {
  stage: Stage;
  scene: Scene;
  colours: TraceColours;
  heightPx: number;
  narrow: boolean;
  lineMs: number;
  /** Beats can be selected on it. */
  takes: boolean;
}) {
  const { stage, scene, colours, heightPx, narrow, lineMs, takes } = props;
  const { t } = useTranslation('trace');
  const gestures = useMemo(() => disclosureGestures(stage, takes), [stage, takes]);
  const lead = scene.manifest.leads[useStored(stage.view, disclosureLead)]?.label ?? '';
  return (
    <section style={{ display: 'flex', flexDirection: 'column', height: heightPx }}>
      <DisclosureHead stage={stage} scene={scene} narrow={narrow} lineMs={lineMs} />
      <TraceCanvas
        painter={stage.painter}
        label={t('disclosure.label', { lead })}
        cursor={takes ? 'crosshair' : 'pointer'}
        touchAction="none"
        gestures={gestures}
        onSize={(disclosure) => stage.sizes.set({ ...stage.sizes.get(), disclosure })}
        follows={() => {
          const shown = pageOf(stage);
          if (shown === null) return [null];
          return [shown.page, shown.lens.start, shown.lens.end, stage.view.get().selected, colours];
        }}
        draw={(ctx, surface, still) => {
          const shown = pageOf(stage);
          if (shown === null) return;
          const { page, lens } = shown;
          const { selected } = stage.view.get();
          still.lay(ctx, surface, [page, colours], (on) => drawStillDisclosure(on, page, colours));
          drawLens(ctx, { ...page, lens }, colours);
          if (selected !== null) drawSelected(ctx, { ...page, selected: spanOf(selected) }, colours);
        }}
      />
    </section>
  );
}
