/**
 * Draws the beat rail: one letter in a shape for each beat, with the RR interval in milliseconds between two beats.
 *
 * The class is never shown by colour alone: N has no frame, S a disc, V a square, F a diamond, P a plate with a point
 * below; an unclear beat has a ring.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { snap } from './pen.ts';
import type { Pen } from './pen.ts';
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

function drawBeatShape(pen: Pen, beat: BeatClass, x: number, y: number, colours: TraceColours): void {
  const colour = beatColour(colours, beat);
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.4;
  pen.beginPath();
  shapePath(pen, beat, x, y);
  const filled = beat === 'S' || beat === 'V' || beat === 'F';
  if (filled) pen.fill();
  else if (beat !== 'N') pen.stroke();
  pen.fillStyle = filled ? colours.beat.on : beat === 'N' ? colours.text.secondary : colour;
  pen.font = `${filled ? 600 : 500} ${beat === 'F' ? 9 : 11}px ${colours.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(beat === 'Q' ? '?' : beat, x, y + 0.5);
}

function shapePath(pen: Pen, beat: BeatClass, x: number, y: number): void {
  switch (beat) {
    case 'S':
      pen.arc(x, y, halfPx, 0, 2 * Math.PI);
      return;
    case 'Q':
      pen.arc(x, y, halfPx - 0.7, 0, 2 * Math.PI);
      return;
    case 'V':
      pen.roundRect(x - halfPx + 0.5, y - halfPx + 0.5, 2 * halfPx - 1, 2 * halfPx - 1, 2.5);
      return;
    case 'F':
      polygon(pen, [x, y - 9, x + 9, y, x, y + 9, x - 9, y]);
      return;
    case 'P':
      polygon(pen, [x - 6, y - 7, x + 6, y - 7, x + 6, y + 4, x, y + 8, x - 6, y + 4]);
      return;
    case 'N':
      return;
  }
}

function polygon(pen: Pen, points: readonly number[]): void {
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  pen.closePath();
}

export type BeatRow = {
  readonly beats: Beats;
  /** Indices of the beats to draw, including one more on each side than is in view. */
  readonly first: number;
  readonly last: number;
  readonly scale: TimeScale;
  readonly samplingHz: number;
};

export function drawBeatRail(pen: Pen, row: BeatRow, colours: TraceColours): void {
  const y = beatRailPx / 2;
  let shownUntilPx = -Infinity;
  for (let index = row.first; index < row.last; index += 1) {
    const sample = row.beats.sample[index] ?? 0;
    const x = sampleToPx(row.scale, sample);
    const beat = classAt(row.beats, index);
    // Letters that would overlap are unreadable and are left out; a faster paper speed shows them.
    if (x - shownUntilPx >= 2 * halfPx || beat !== 'N') {
      drawBeatShape(pen, beat, x, y, colours);
      shownUntilPx = x;
    }
    const next = row.beats.sample[index + 1];
    if (next === undefined) continue;
    const nextX = sampleToPx(row.scale, next);
    if (nextX - x < rrRoomPx) continue;
    pen.font = `400 11px ${colours.font}`;
    pen.fillStyle = colours.text.third;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(String(Math.round(((next - sample) * 1000) / row.samplingHz)), (x + nextX) / 2, y + 0.5);
  }
}

/** Draws short dotted ticks that connect each letter with its beat on the paper. */
export function drawBeatTicks(
  pen: Pen,
  row: BeatRow,
  topPx: number,
  dpr: number,
  colours: TraceColours,
): void {
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  for (let index = row.first; index < row.last; index += 1) {
    const x = snap(sampleToPx(row.scale, row.beats.sample[index] ?? 0), dpr) + 0.5 / dpr;
    pen.strokeStyle = beatColour(colours, classAt(row.beats, index));
    pen.globalAlpha = 0.8;
    pen.beginPath();
    pen.moveTo(x, topPx);
    pen.lineTo(x, topPx + 18);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}
