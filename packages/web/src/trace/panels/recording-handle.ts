/** Defines the interface through which a page controls and queries the recording view that it contains. */
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
  /** Brings an episode to the middle of the strip; a long one is shown from its onset. */
  readonly show: (place: SampleSpan) => void;
  /** Prefetches what `show` of each place needs, after everything in view has arrived. */
  readonly ahead: (places: readonly SampleSpan[]) => void;
  /** The page of the full disclosure that is shown, from 0. */
  readonly page: () => number;
  readonly pages: () => number;
  /** Whether beats on the page can be distinguished, by the pixels per second. */
  readonly isPageReadable: () => boolean;
  /**
   * The spans on the screen in which beats can be distinguished: the strip, and a page. None while a part of their signal
   * is missing, because it is being loaded or could not be.
   */
  readonly readable: () => readonly SampleSpan[];
  /** The samples of the current page, within the recording. */
  readonly pageSpan: () => SampleSpan;
  readonly turnPage: (by: -1 | 1) => void;
  /**
   * Calls the listener after each move of the view, each change of its content, and when the number of parts that could
   * not be loaded changes.
   */
  readonly onMoved: (listener: () => void) => () => void;
  /** The middle of the strip; with several rows, of the middle row. */
  readonly middle: () => number;
  /** Like `middle`, but the requested sample if an end of the recording keeps it off the middle. */
  readonly looked: () => number;
  /** The samples on the strip now. */
  readonly strip: () => { readonly start: number; readonly end: number };
  /** The caliper positions and the first lead that they measure; null while measuring is off. */
  readonly measured: () => { readonly a: number; readonly b: number; readonly lead: number } | null;
  readonly whenIdle: () => Promise<void>;
  readonly small: SmallStrips;
  readonly sampling_hz: number;
  /** Time of day in the hospital's time zone. */
  readonly timeOf: (sample: number) => string;
  /** The day of a recording that spans several days, counted from 1, with its date; null if it is a single day. */
  readonly dayOf: (sample: number) => DayOfRecording | null;
  /** Kind and words of the patient's events at a sample. */
  readonly eventsAt: (sample: number) => readonly string[];
  /** The samples at which the recording passed a time of day, given in milliseconds after midnight. */
  readonly passings: (timeMs: number) => readonly number[];
  /** The selected beats, or the selected position. */
  readonly selected: () => Selected | null;
  readonly select: (selected: Selected | null) => void;
  /** Selects the previous or next beat; with `extend`, up to it. The beat reached stays in view. */
  readonly selectNext: (by: -1 | 1, extend: boolean) => void;
  /** Calls the listener after each change of the selection. */
  readonly onSelected: (listener: () => void) => () => void;
  readonly leadNames: readonly string[];
  /** The peak of a beat-like deflection near a sample, on the lead of the full disclosure. */
  readonly peak: (sample: number) => number;
};

const peakReachS = 0.08;

/** Returns the sample that is in the middle when a place is shown. */
function middleFor(stage: Stage, { start, end }: SampleSpan): number {
  const wide = across(stage.frame(), stage.view.get().speed);
  // A long episode is shown from its onset; the beats before it show the rhythm that it interrupted.
  const isLong = end - start > wide * 0.6;
  return isLong ? start + wide / 3 : (start + end) / 2;
}

/**
 * Runs an action once the strip has a size; before that, its span is unknown. If several are waiting, the last one
 * wins.
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
      if (!stage.isWhole()) return [];
      const { clock, paged } = stage.frame();
      const view = stage.view.get();
      const strip = cutSpan(clock, stripSpan(view, stage.frame()));
      return paged && !view.alone && isPageReadable() ? [strip, pageSpan()] : [strip];
    },
    turnPage: (by) => stage.dispatch({ kind: 'pages', pages: by }),
    onMoved: (listener) => {
      const leave = [stage.view, stage.sizes, stage.failed].map((store) => store.subscribe(listener));
      return () => leave.forEach((one) => one());
    },
  };
}

/** The parts of a scene that stay the same while the reading changes, and with them the handle. */
export type HandledScene = Pick<Scene, 'manifest' | 'clock' | 'wall' | 'words' | 'events'>;

export function recordingHandle(stage: Stage, scene: HandledScene): RecordingHandle {
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
    eventsAt: (sample) => scene.events.filter((event) => event.sample === sample).map(scene.words.event),
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
