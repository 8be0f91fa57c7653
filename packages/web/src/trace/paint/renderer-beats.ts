/**
 * Draws the beat rail: one letter in a shape for each beat, with the RR interval in milliseconds between two beats.
 *
 * The class is never shown by colour alone: N has no frame, S a disc, V a square, F a diamond, P a plate with a point
 * below; an unclear beat has a ring.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import { classAt } from '../signal/reading.ts';
import type { Beats } from '../signal/reading.ts';
import { beatColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';
import { sampleToPx } from '../time/time-scale.ts';
import type { TimeScale } from '../time/time-scale.ts';

export const beatRailPx = 26;

/** Space that an RR label needs between two beats. */
const rrRoomPx = 44;
const halfPx = 7.5;

export function drawBeatShape(
  ctx: DrawingContext,
  beat: BeatClass,
  x: number,
  y: number,
  colours: TraceColours,
): void {
  const colour = beatColour(colours, beat);
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  shapePath(ctx, beat, x, y);
  const filled = beat === 'S' || beat === 'V' || beat === 'F';
  if (filled) ctx.fill();
  else if (beat !== 'N') ctx.stroke();
  ctx.fillStyle = filled ? colours.beat.on : beat === 'N' ? colours.text.secondary : colour;
  ctx.font = `${filled ? 600 : 500} ${beat === 'F' ? 9 : 11}px ${colours.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(beat === 'Q' ? '?' : beat, x, y + 0.5);
}

function shapePath(ctx: DrawingContext, beat: BeatClass, x: number, y: number): void {
  switch (beat) {
    case 'S':
      ctx.arc(x, y, halfPx, 0, 2 * Math.PI);
      return;
    case 'Q':
      ctx.arc(x, y, halfPx - 0.7, 0, 2 * Math.PI);
      return;
    case 'V':
      ctx.roundRect(x - halfPx + 0.5, y - halfPx + 0.5, 2 * halfPx - 1, 2 * halfPx - 1, 2.5);
      return;
    case 'F':
      polygon(ctx, [x, y - 9, x + 9, y, x, y + 9, x - 9, y]);
      return;
    case 'P':
      polygon(ctx, [x - 6, y - 7, x + 6, y - 7, x + 6, y + 4, x, y + 8, x - 6, y + 4]);
      return;
    case 'N':
      return;
  }
}

function polygon(ctx: DrawingContext, points: readonly number[]): void {
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  }
  ctx.closePath();
}

export type BeatRow = {
  readonly beats: Beats;
  /** Indices of the beats to draw, including one more on each side than is in view. */
  readonly first: number;
  readonly last: number;
  readonly scale: TimeScale;
  readonly samplingHz: number;
};

export function drawBeatRail(ctx: DrawingContext, row: BeatRow, colours: TraceColours): void {
  const y = beatRailPx / 2;
  let shownUntilPx = -Infinity;
  for (let index = row.first; index < row.last; index += 1) {
    const sample = row.beats.sample[index] ?? 0;
    const x = sampleToPx(row.scale, sample);
    const beat = classAt(row.beats, index);
    // Letters that would overlap are unreadable and are left out; a faster paper speed shows them.
    if (x - shownUntilPx >= 2 * halfPx || beat !== 'N') {
      drawBeatShape(ctx, beat, x, y, colours);
      shownUntilPx = x;
    }
    const next = row.beats.sample[index + 1];
    if (next === undefined) continue;
    const nextX = sampleToPx(row.scale, next);
    if (nextX - x < rrRoomPx) continue;
    ctx.font = `400 11px ${colours.font}`;
    ctx.fillStyle = colours.text.third;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(Math.round(((next - sample) * 1000) / row.samplingHz)), (x + nextX) / 2, y + 0.5);
  }
}

/** Draws short dotted ticks that connect each letter with its beat on the paper. */
export function drawBeatTicks(
  ctx: DrawingContext,
  row: BeatRow,
  topPx: number,
  dpr: number,
  colours: TraceColours,
): void {
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  for (let index = row.first; index < row.last; index += 1) {
    const x = snap(sampleToPx(row.scale, row.beats.sample[index] ?? 0), dpr) + 0.5 / dpr;
    ctx.strokeStyle = beatColour(colours, classAt(row.beats, index));
    ctx.globalAlpha = 0.8;
    ctx.beginPath();
    ctx.moveTo(x, topPx);
    ctx.lineTo(x, topPx + 18);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}
