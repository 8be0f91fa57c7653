/**
 * Computes the picture of a small strip: one lead, no tools. The preview of a case uses the usual gain. The preview of
 * a file has no rails; it uses the gain at which its wave fills the paper, and shows that gain by the calibration
 * pulse.
 */
import { gainOfWave, layOutLeads } from '../time/lead-layout.ts';
import type { LeadExtent } from '../time/lead-layout.ts';
import type { Surface } from './drawing-context.ts';
import { snap } from './drawing-context.ts';
import { colouredStretches, isDrawn } from '../signal/reading.ts';
import type { Beats, Episode } from '../signal/reading.ts';
import { beatRailPx } from './renderer-beats.ts';
import type { TraceWords } from './scene.ts';
import { gapsOf } from '../signal/signal.ts';
import { timeRailPx } from './strip-leads.ts';
import type { StripPicture } from './strip-picture.ts';
import { paperMm } from '../time/time-scale.ts';
import type { WallClock } from '../time/wall-clock.ts';

type PreviewInput = {
  readonly values: Float32Array;
  readonly lead: { readonly label: string };
  readonly sampling_hz: number;
  readonly start_ms: number;
  readonly rails: boolean;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  readonly extent: LeadExtent;
  readonly surface: Surface;
  readonly calibration: number | null;
  readonly words: TraceWords;
  readonly wall: WallClock;
};

const speed = 25;
const usualGain = 10;
/** Space for the lead's name and for the 1 mV pulse that shows which gain was chosen. */
const gutterMm = 7;
const gutterEdgesPx = 16;

function ticksOf(input: PreviewInput, pxPerSecond: number): { px: number; label: string }[] {
  const ticks: { px: number; label: string }[] = [];
  for (let ms = Math.ceil(input.start_ms / 1000) * 1000; ; ms += 1000) {
    const px = ((ms - input.start_ms) / 1000) * pxPerSecond;
    if (px > input.surface.widthPx) return ticks;
    ticks.push({ px, label: input.wall.second(ms) });
  }
}

export function previewPicture(input: PreviewInput): StripPicture {
  const { surface, rails, values, sampling_hz: samplingHz, beats } = input;
  const mmPx = paperMm(input.calibration, surface.dpr);
  const top = rails && beats !== undefined ? beatRailPx : 0;
  const paper = {
    x: 0,
    y: top,
    width: surface.widthPx,
    height: Math.max(1, surface.heightPx - top - (rails ? timeRailPx : 0)),
  };
  const gutterPx = rails ? 0 : Math.ceil(gutterMm * mmPx) + gutterEdgesPx;
  const gain = rails ? usualGain : gainOfWave(input.extent, paper.height / mmPx);
  const scale = { originSample: 0, originPx: gutterPx, pxPerSample: (mmPx * speed) / samplingHz };
  const span = { start: 0, end: Math.min(values.length, Math.ceil(surface.widthPx / scale.pxPerSample) + 2) };
  const raw = [{ start: 0, values: values.subarray(0, span.end) }];
  const bands = layOutLeads([0], () => input.extent, { heightPx: paper.height, mmPx, gain, inverted: false });
  return {
    surface,
    gutterPx,
    paper,
    lanePx: 0,
    scale,
    mmPx,
    pxPerMv: gain * mmPx,
    gain,
    gridOriginPx: snap(gutterPx, surface.dpr),
    leads: bands.map((band) => ({
      band,
      fromPx: 0,
      toPx: surface.widthPx,
      label: input.lead.label,
      signal: { raw, ranges: [] },
      gaps: gapsOf(raw, span),
    })),
    stretches: colouredStretches(beats, samplingHz, span),
    beats: beats === undefined ? null : { beats, first: 0, last: beats.sample.length, scale, samplingHz },
    episodes: (input.episodes ?? []).filter(isDrawn),
    ticks: rails ? ticksOf(input, mmPx * speed) : [],
    printed: rails ? [input.words.speed(speed), input.words.gain(gain)] : [],
    zone: '',
    notice: rails ? input.words.notice : null,
    railLabel: '',
    noSignalLabel: input.words.noSignal,
    caliper: null,
    selected: null,
    edited: null,
    recording: { start: 0, end: values.length },
    pins: [],
    events: [],
    judgedPx: [],
  };
}
