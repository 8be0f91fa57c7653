/** Computes what the strip shows from the view: everything that `renderer-strip` draws. It fetches nothing. */
import { spanOf } from '../time/beat-selection.ts';
import { firstAtOrAfter, marchOut, measureInterval } from '../time/measure.ts';
import type { Surface } from './drawing-context.ts';
import { beatsIn, colouredStretches, isDrawn } from '../signal/reading.ts';
import type { Episode, ColouredStretch } from '../signal/reading.ts';
import type { BeatRow } from './renderer-beats.ts';
import type { CaliperPicture } from './renderer-caliper.ts';
import { episodePicture } from './renderer-episode.ts';
import type { EpisodePicture, ShownEpisode } from './renderer-episode.ts';
import type { PlacedEvent } from './renderer-events.ts';
import type { Box } from './renderer-hatch.ts';
import type { PlacedPin } from './renderer-pins.ts';
import type { Scene } from './scene.ts';
import { snap } from './drawing-context.ts';
import { railOf, stripLeads, timeRailPx } from './strip-leads.ts';
import type { StripLead } from './strip-leads.ts';
import { msAt, sampleToPx, stripScale } from '../time/time-scale.ts';
import type { SampleSpan, TimeScale } from '../time/time-scale.ts';
import type { View } from '../time/view.ts';

export type StripPicture = {
  readonly surface: Surface;
  /** 0 on a phone: the labels are then on the paper. */
  readonly gutterPx: number;
  readonly paper: Box;
  /** Height of the lane above the paper for the selected episode, the patient's events and pinned comments. */
  readonly lanePx: number;
  readonly scale: TimeScale;
  readonly mmPx: number;
  readonly pxPerMv: number;
  readonly gain: number;
  /** Position of a large grid line. */
  readonly gridOriginPx: number;
  readonly leads: readonly StripLead[];
  readonly stretches: readonly ColouredStretch[];
  readonly beats: BeatRow | null;
  readonly episodes: readonly Episode[];
  readonly ticks: readonly { readonly px: number; readonly label: string }[];
  /** Printed at the right end of the time rail. */
  readonly printed: readonly string[];
  /** The hospital's time zone, in which every time is shown. */
  readonly zone: string;
  /** A warning below the paper: this screen is not calibrated. On a phone it is in the line below the strip. */
  readonly notice: string | null;
  readonly railLabel: string;
  readonly noSignalLabel: string;
  readonly caliper: CaliperPicture | null;
  /** The selection, from edge to edge. */
  readonly selected: { readonly fromPx: number; readonly toPx: number } | null;
  /** The selected episode. */
  readonly edited: EpisodePicture | null;
  readonly recording: SampleSpan;
  readonly pins: readonly PlacedPin[];
  readonly events: readonly PlacedEvent[];
  /** The beats that the next key judges. */
  readonly judgedPx: readonly number[];
};

export type StripSize = {
  readonly surface: Surface;
  readonly gutterPx: number;
  readonly mmPx: number;
  readonly lanePx: number;
};

function paperBox(surface: Surface, top: number): Box {
  return { x: 0, y: top, width: surface.widthPx, height: Math.max(1, surface.heightPx - top - timeRailPx) };
}

/** The width of one selected beat on the rail. */
const selectedPx = 24;

/** Every 2 s of wall-clock time is a whole number of large squares at 12.5, 25 and 50 mm/s. */
const gridAnchorMs = 2000;
/** Minimum distance between time labels. */
const tickRoomPx = 80;

/** Returns the scale, moved by less than a device pixel so that trace and grid are exactly aligned. */
function snappedScale(scene: Scene, view: View, size: StripSize): { scale: TimeScale; gridOriginPx: number } {
  const exact = stripScale(scene.clock, view.start, size.gutterPx, size.mmPx, view.speed);
  const startMs = msAt(scene.clock, view.start);
  const anchorMs = Math.floor(startMs / gridAnchorMs) * gridAnchorMs;
  const anchorPx = size.gutterPx + ((anchorMs - startMs) / 1000) * view.speed * size.mmPx;
  const gridOriginPx = snap(anchorPx, size.surface.dpr);
  return { scale: { ...exact, originPx: exact.originPx + gridOriginPx - anchorPx }, gridOriginPx };
}

function ticksOf(scene: Scene, view: View, size: StripSize, gridOriginPx: number): StripPicture['ticks'] {
  const pxPerSecond = view.speed * size.mmPx;
  const stepS = [1, 2, 5, 10].find((seconds) => seconds * pxPerSecond >= tickRoomPx) ?? 20;
  const anchorMs = Math.floor(msAt(scene.clock, view.start) / gridAnchorMs) * gridAnchorMs;
  const ticks: { px: number; label: string }[] = [];
  const firstMs = Math.ceil(anchorMs / (stepS * 1000)) * stepS * 1000;
  for (let ms = firstMs; ; ms += stepS * 1000) {
    const px = gridOriginPx + ((ms - anchorMs) / 1000) * pxPerSecond;
    if (px > size.surface.widthPx) return ticks;
    ticks.push({ px, label: scene.wall.second(ms) });
  }
}

function caliperOf(scene: Scene, view: View, scale: TimeScale, span: SampleSpan): CaliperPicture | null {
  const { caliper } = view;
  if (!view.measuring || caliper === null) return null;
  const { ms, bpm } = measureInterval(scene.clock, caliper);
  return {
    aPx: sampleToPx(scale, caliper.a),
    bPx: sampleToPx(scale, caliper.b),
    label: scene.words.caliper(ms, bpm),
    marchPx: view.marching
      ? marchOut(scene.clock, caliper, span).map((sample) => sampleToPx(scale, sample))
      : [],
  };
}

function selectedOf({ selected }: View, scale: TimeScale, span: SampleSpan): StripPicture['selected'] {
  if (selected === null) return null;
  const { start, end } = spanOf(selected);
  if (end < span.start || start > span.end) return null;
  return { fromPx: sampleToPx(scale, start) - selectedPx / 2, toPx: sampleToPx(scale, end) + selectedPx / 2 };
}

function beatRowOf(scene: Scene, scale: TimeScale, span: SampleSpan): BeatRow | null {
  if (scene.beats === undefined) return null;
  const { first, last } = beatsIn(scene.beats, span);
  return {
    beats: scene.beats,
    first: Math.max(0, first - 1),
    last: Math.min(scene.beats.sample.length, last + 1),
    scale,
    samplingHz: scene.clock.sampling_hz,
  };
}

function eventsOf(scene: Scene, scale: TimeScale, span: SampleSpan): PlacedEvent[] {
  return scene.events
    .filter(({ sample }) => sample >= span.start && sample < span.end)
    .map((event) => ({
      px: sampleToPx(scale, event.sample),
      kind: event.kind,
      text: scene.words.event(event),
    }));
}

function judgedOf({ judged }: Scene, scale: TimeScale, { start, end }: SampleSpan): number[] {
  const found: number[] = [];
  for (let at = firstAtOrAfter(judged, start); at < judged.length && (judged[at] ?? end) < end; at += 1)
    found.push(sampleToPx(scale, judged[at] ?? 0));
  return found;
}

export function stripPicture(
  scene: Scene,
  view: View,
  size: StripSize,
  edited: ShownEpisode | null = null,
): StripPicture {
  const { surface, gutterPx, mmPx, lanePx } = size;
  const paper = paperBox(surface, railOf(scene) + lanePx);
  const { scale, gridOriginPx } = snappedScale(scene, view, size);
  const wide = Math.ceil((surface.widthPx - gutterPx) / scale.pxPerSample);
  const span = { start: view.start - 2, end: view.start + wide + 3 };
  return {
    surface,
    gutterPx,
    paper,
    lanePx,
    scale,
    mmPx,
    pxPerMv: view.gain * mmPx * (view.inverted ? -1 : 1),
    gain: view.gain,
    gridOriginPx,
    leads: stripLeads(scene, view, { paper, gutterPx, mmPx, dpr: surface.dpr, scale, span }),
    stretches: colouredStretches(scene.beats, scene.clock.sampling_hz, span),
    beats: beatRowOf(scene, scale, span),
    episodes: scene.episodesIn(span).filter(isDrawn),
    ticks: ticksOf(scene, view, size, gridOriginPx),
    printed: scene.words.printed(view, gutterPx === 0),
    zone: scene.wall.timeZone,
    notice: gutterPx === 0 ? null : scene.words.notice,
    railLabel: scene.words.railLabel,
    noSignalLabel: scene.words.noSignal,
    caliper: caliperOf(scene, view, scale, span),
    selected: selectedOf(view, scale, span),
    edited: edited === null ? null : episodePicture(scene, edited, scale, span),
    recording: { start: 0, end: scene.clock.samples },
    pins: scene.pins
      .filter(({ sample }) => sample >= span.start && sample < span.end)
      .map((pin) => ({ px: sampleToPx(scale, pin.sample), pin })),
    events: eventsOf(scene, scale, span),
    judgedPx: judgedOf(scene, scale, span),
  };
}
