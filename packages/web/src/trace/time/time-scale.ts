/**
 * Converts time on screen: sample ↔ pixel, sample ↔ wall clock, and the lines of the full-disclosure page.
 *
 * Invariants
 * - a position is a whole number of samples until the very last step, so nothing drifts in a 30-day recording;
 * - pixels are measured from the scale's own origin, never from the start of the recording;
 * - `pxToSample(sampleToPx(s)) = s` for every whole sample;
 * - one millimetre of paper is a whole number of device pixels (visual system, section 2).
 */
export type RecordingClock = {
  /** Unix milliseconds (UTC) of sample 0. */
  readonly start_ms: number;
  readonly sampling_hz: number;
  /** Samples per lead. */
  readonly samples: number;
};

export type TimeScale = {
  /** The whole sample at `originPx`. */
  readonly originSample: number;
  readonly originPx: number;
  readonly pxPerSample: number;
};

export const paperSpeeds = [12.5, 25, 50] as const;
export type PaperSpeed = (typeof paperSpeeds)[number];
export const paperGains = [2.5, 5, 10, 20] as const;
export type PaperGain = (typeof paperGains)[number];

/** Half-open range of samples. */
export type SampleSpan = { readonly start: number; readonly end: number };

export function sampleToPx(scale: TimeScale, sample: number): number {
  return scale.originPx + (sample - scale.originSample) * scale.pxPerSample;
}

export function pxToSample(scale: TimeScale, px: number): number {
  // Adding 0 turns the −0 that rounding may produce into 0.
  return Math.round(scale.originSample + (px - scale.originPx) / scale.pxPerSample) + 0;
}

export function msAt(clock: RecordingClock, sample: number): number {
  return clock.start_ms + (sample * 1000) / clock.sampling_hz;
}

/** Returns the sample nearest to a wall-clock time; may be outside the recording. */
export function sampleAt(clock: RecordingClock, ms: number): number {
  return Math.round(((ms - clock.start_ms) * clock.sampling_hz) / 1000);
}

export function clampSample(clock: RecordingClock, sample: number): number {
  return Math.min(Math.max(0, sample), Math.max(0, clock.samples - 1));
}

/** CSS pixels per millimetre before the screen is calibrated: 4 at 96 dpi. */
const assumedPxPerMm = 4;

/**
 * Returns one millimetre of paper in CSS pixels, a whole number of device pixels.
 * @param calibratedDevicePx measured device pixels per millimetre, or null
 */
export function paperMm(calibratedDevicePx: number | null, dpr: number): number {
  return Math.max(1, Math.round(calibratedDevicePx ?? assumedPxPerMm * dpr)) / dpr;
}

export function stripScale(
  clock: RecordingClock,
  start: number,
  originPx: number,
  mmPx: number,
  speed: PaperSpeed,
): TimeScale {
  return { originSample: start, originPx, pxPerSample: (mmPx * speed) / clock.sampling_hz };
}

/** Returns the number of whole samples that fit on a width of paper. */
export function samplesAcross(
  clock: RecordingClock,
  widthPx: number,
  mmPx: number,
  speed: PaperSpeed,
): number {
  return Math.max(1, Math.floor((widthPx * clock.sampling_hz) / (mmPx * speed)));
}

/** The lines of the full-disclosure page are aligned to the wall clock: 02:10, 02:11, … */
export type Lines = { readonly anchorMs: number; readonly lineMs: number; readonly count: number };

export function disclosureLines(clock: RecordingClock, lineMs: number): Lines {
  const anchorMs = Math.floor(clock.start_ms / lineMs) * lineMs;
  const endMs = msAt(clock, clock.samples);
  return { anchorMs, lineMs, count: Math.max(1, Math.ceil((endMs - anchorMs) / lineMs)) };
}

export function lineStartMs(lines: Lines, line: number): number {
  return lines.anchorMs + line * lines.lineMs;
}

/** Returns the samples of a line, not clamped to the recording: the first line may start below 0. */
export function lineSpan(clock: RecordingClock, lines: Lines, line: number): SampleSpan {
  return {
    start: sampleAt(clock, lineStartMs(lines, line)),
    end: sampleAt(clock, lineStartMs(lines, line + 1)),
  };
}

export function lineOf(clock: RecordingClock, lines: Lines, sample: number): number {
  const line = Math.floor((msAt(clock, sample) - lines.anchorMs) / lines.lineMs);
  const clamped = Math.min(Math.max(0, line), lines.count - 1);
  return sample >= lineSpan(clock, lines, clamped).end && clamped < lines.count - 1 ? clamped + 1 : clamped;
}

export function cutSpan(clock: RecordingClock, span: SampleSpan): SampleSpan {
  const start = Math.min(Math.max(0, span.start), clock.samples);
  return { start, end: Math.min(Math.max(start, span.end), clock.samples) };
}

/** Returns the samples of a column of a row; the columns cover the row without overlap. */
export function columnSpan(span: SampleSpan, columns: number, column: number): SampleSpan {
  const length = span.end - span.start;
  return {
    start: span.start + Math.floor((column * length) / columns),
    end: span.start + Math.floor(((column + 1) * length) / columns),
  };
}

/** Below this a beat at a usual rate merges with its neighbours; the slowest paper has about fifty. */
const readingPxPerS = 12;

/** Returns whether beats can be distinguished on a line of this duration and width. */
export const isReadingScale = (widthPx: number, lineMs: number): boolean =>
  (widthPx * 1000) / lineMs >= readingPxPerS;
