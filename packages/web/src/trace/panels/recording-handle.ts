/** What a page may do with the recording that it shows, and what it may ask of it. */
import { type DayOfRecording, dayOfRecording } from '../time/day-of-recording.ts';
import { peakNear, stepBeat, type Selected } from '../time/beat-selection.ts';
import { cutSpan, disclosureLines, isReadingScale, lineSpan, msAt } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { across, middleOf, stripSpan } from '../time/view.ts';
import { passings } from '../time/written-times.ts';
import { disclosureLead } from '../paint/disclosure-picture.ts';
import type { Scene } from '../paint/scene.ts';
import { readSignal } from '../signal/signal-reader.ts';
import type { SmallStrips } from './small-strips.ts';
import type { Stage } from './stage.ts';

export type RecordingHandle = {
  /** Brings a sample to the middle of the strip. */
  readonly goTo: (sample: number) => void;
  /** Brings an episode to the middle of the strip, a long one by its onset. */
  readonly show: (place: SampleSpan) => void;
  /** Fetches what `show` of each will need, once all that is in sight is there. */
  readonly ahead: (places: readonly SampleSpan[]) => void;
  /** Which page of the full disclosure is shown, from 0. */
  readonly page: () => number;
  readonly pages: () => number;
  /** Beats on the page can be told apart, by how many pixels a second has. */
  readonly isPageReadable: () => boolean;
  /** What stands on the screen so that beats can be told apart: the strip, and a page. */
  readonly readable: () => readonly SampleSpan[];
  /** The samples of the page that is shown, within the recording. */
  readonly pageSpan: () => SampleSpan;
  readonly turnPage: (by: -1 | 1) => void;
  /** Told after each move of the view and each change of what it shows. */
  readonly onMoved: (listener: () => void) => () => void;
  /** The middle of the strip, with several rows of the middle one. */
  readonly middle: () => number;
  /** The same, or what was called for where an end of the recording keeps it off the middle. */
  readonly looked: () => number;
  /** The samples on the strip now. */
  readonly strip: () => { readonly start: number; readonly end: number };
  /** What the calipers lie on, and the first lead that they measure; null while they are away. */
  readonly measured: () => { readonly a: number; readonly b: number; readonly lead: number } | null;
  readonly whenIdle: () => Promise<void>;
  readonly small: SmallStrips;
  readonly sampling_hz: number;
  /** Time of day in the hospital's time zone. */
  readonly timeOf: (sample: number) => string;
  /** Which day of a recording of more than one, counted from 1, and its date; null on a single day's. */
  readonly dayOf: (sample: number) => DayOfRecording | null;
  /** The samples at which it passed a time of day, in milliseconds after midnight. */
  readonly passings: (timeMs: number) => readonly number[];
  /** The beats that are selected, or the place. */
  readonly selected: () => Selected | null;
  readonly select: (selected: Selected | null) => void;
  /** Selects the beat before or after; with `extend` as far as there. What is reached stays in sight. */
  readonly selectNext: (by: -1 | 1, extend: boolean) => void;
  /** Told after each change of what is selected. */
  readonly onSelected: (listener: () => void) => () => void;
  readonly leadNames: readonly string[];
  /** The top of what looks like a beat near a place, on the lead of the full disclosure. */
  readonly peak: (sample: number) => number;
};

const peakReachS = 0.08;

/** The sample that stands in the middle where a place is shown. */
function middleFor(stage: Stage, { start, end }: SampleSpan): number {
  const wide = across(stage.frame(), stage.view.get().speed);
  // A long episode is shown from its onset; the beats before it tell what it broke.
  const isLong = end - start > wide * 0.6;
  return isLong ? start + wide / 3 : (start + end) / 2;
}

/**
 * Once the strip has a size: before, nothing is known of what it holds. Of several places the last stands then, as it
 * would have.
 */
function onceSized(stage: Stage, act: () => void): void {
  const isSized = (): boolean => stage.sizes.get().strip.widthPx > 0;
  if (isSized()) return act();
  const leave = stage.sizes.subscribe(() => {
    if (!isSized()) return;
    leave();
    act();
  });
}

function selectNext(stage: Stage, by: -1 | 1, extend: boolean): void {
  const beats = stage.scene()?.beats;
  if (beats === undefined) return;
  const view = stage.view.get();
  const middle = middleOf(view, stage.frame());
  const span = stripSpan(view, stage.frame());
  const isInSight = (sample: number): boolean => sample >= span.start && sample < span.end;
  const from = view.selected !== null && isInSight(view.selected.focus) ? view.selected : null;
  const selected = stepBeat(beats.sample, extend ? view.selected : from, middle, by, extend);
  stage.dispatch({ kind: 'select', selected });
  if (selected !== null && !isInSight(selected.focus))
    stage.dispatch({ kind: 'centre', sample: selected.focus });
}

function peak(stage: Stage, sample: number): number {
  const scene = stage.scene();
  if (scene === null) return sample;
  const reach = Math.round(peakReachS * scene.clock.sampling_hz);
  const span = { start: Math.max(0, sample - reach), end: sample + reach + 1 };
  const [run] = readSignal(scene.source, disclosureLead(stage.view.get()), 0, span).raw;
  return run === undefined ? sample : peakNear(run.values, run.start, sample, reach);
}

type Pages = Pick<
  RecordingHandle,
  'page' | 'pages' | 'pageSpan' | 'isPageReadable' | 'readable' | 'turnPage' | 'onMoved'
>;

function pagesOf(stage: Stage): Pages {
  const pageOf = (line: number): number => Math.floor(line / stage.frame().pageLines);
  const pageSpan = (): SampleSpan => {
    const { clock, lineMs, pageLines } = stage.frame();
    const lines = disclosureLines(clock, lineMs);
    const { top } = stage.view.get();
    const { start } = lineSpan(clock, lines, top);
    return cutSpan(clock, { start, end: lineSpan(clock, lines, top + pageLines - 1).end });
  };
  const isPageReadable = (): boolean => {
    const { plotWidthPx, lineMs } = stage.disclosureSize();
    return isReadingScale(plotWidthPx, lineMs);
  };
  return {
    page: () => pageOf(stage.view.get().top),
    pages: () => {
      const { clock, lineMs } = stage.frame();
      return pageOf(disclosureLines(clock, lineMs).count - 1) + 1;
    },
    pageSpan,
    isPageReadable,
    readable: () => {
      const { clock, paged } = stage.frame();
      const view = stage.view.get();
      const strip = cutSpan(clock, stripSpan(view, stage.frame()));
      return paged && !view.alone && isPageReadable() ? [strip, pageSpan()] : [strip];
    },
    turnPage: (by) => stage.dispatch({ kind: 'pages', pages: by }),
    onMoved: (listener) => {
      const leave = [stage.view.subscribe(listener), stage.sizes.subscribe(listener)];
      return () => leave.forEach((one) => one());
    },
  };
}

export function recordingHandle(stage: Stage, scene: Scene): RecordingHandle {
  return {
    goTo: (sample) => onceSized(stage, () => stage.dispatch({ kind: 'centre', sample })),
    show: (place) =>
      onceSized(stage, () => stage.dispatch({ kind: 'centre', sample: middleFor(stage, place) })),
    ahead: (places) => stage.ahead(places.map((place) => middleFor(stage, place))),
    ...pagesOf(stage),
    middle: () => middleOf(stage.view.get(), stage.frame()),
    looked: stage.looked,
    strip: () => stripSpan(stage.view.get(), stage.frame()),
    measured: () => {
      const { measuring, caliper, leads } = stage.view.get();
      return measuring && caliper !== null ? { ...caliper, lead: leads[0] ?? 0 } : null;
    },
    whenIdle: stage.whenIdle,
    small: stage.small,
    sampling_hz: scene.clock.sampling_hz,
    leadNames: scene.manifest.leads.map(({ label }) => label),
    timeOf: (sample) => scene.wall.second(msAt(scene.clock, sample)),
    dayOf: (sample) => dayOfRecording(scene.clock, scene.wall, sample),
    passings: (timeMs) => passings(scene.clock, scene.wall, timeMs),
    selected: () => stage.view.get().selected,
    select: (selected) => stage.dispatch({ kind: 'select', selected }),
    selectNext: (by, extend) => selectNext(stage, by, extend),
    onSelected: (listener) => {
      let before = stage.view.get().selected;
      return stage.view.subscribe(() => {
        const { selected } = stage.view.get();
        if (selected === before) return;
        before = selected;
        listener();
      });
    },
    peak: (sample) => peak(stage, sample),
  };
}
