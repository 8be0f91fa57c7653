/**
 * Draws the strip at true paper scale: beat rail, paper, leads, gaps, calipers and time rail.
 *
 * Order matters: paper, the calipers' wash, gaps, traces, calipers. A trace that leaves the paper is marked at the edge
 * where it left. Speed, gain, filter and the hospital's time zone are printed on the strip, as on paper.
 */
import { snap } from './pen.ts';
import type { Pen } from './pen.ts';
import { beatRailPx, drawBeatRail, drawBeatTicks } from './renderer-beats.ts';
import { drawCaliper, drawCaliperWash } from './renderer-caliper.ts';
import { drawEpisode, drawEpisodeEnds, drawEpisodeWash } from './renderer-episode.ts';
import { drawPins } from './renderer-pins.ts';
import { drawStripGaps, drawStripTrace } from './renderer-strip-lead.ts';
import { timeRailPx } from './strip-leads.ts';
import type { StripLead } from './strip-leads.ts';
import type { StripPicture } from './strip-picture.ts';
import { drawPaper } from './renderer-paper.ts';
import { sampleToPx } from '../time/time-scale.ts';
import { rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';

/** Distance of the discs of pinned comments from the upper edge of the paper. */
export const stripPinsPx = 4;

export function drawStrip(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  const { paper, surface } = picture;
  pen.fillStyle = colours.surface.s1;
  pen.fillRect(0, 0, surface.widthPx, surface.heightPx);
  drawPaper(pen, paper, colours, picture.gridOriginPx, picture.mmPx, surface.dpr);
  pen.save();
  pen.beginPath();
  pen.rect(paper.x + picture.gutterPx, paper.y, paper.width - picture.gutterPx, paper.height);
  pen.clip();
  drawOutside(pen, picture, colours);
  if (picture.caliper !== null) drawCaliperWash(pen, paper, picture.caliper, colours);
  drawSelectedWash(pen, picture, colours);
  if (picture.edited !== null) drawEpisodeWash(pen, paper, picture.edited, colours);
  if (picture.beats !== null) drawBeatTicks(pen, picture.beats, paper.y, surface.dpr, colours);
  for (const lead of picture.leads) drawStripGaps(pen, picture, lead, colours);
  // Text and bars on the paper are below the trace, so they never cover the signal.
  const place = { paper, leftPx: paper.x + picture.gutterPx, dpr: surface.dpr };
  if (picture.edited !== null) drawEpisode(pen, place, picture.edited, colours);
  drawNotice(pen, picture, colours);
  for (const lead of picture.leads) if (!inGutter(picture, lead)) drawGutter(pen, picture, lead, colours);
  if (picture.edited !== null) drawEpisodeEnds(pen, place, picture.edited, colours);
  for (const lead of picture.leads) drawStripTrace(pen, picture, lead, colours);
  if (picture.caliper !== null) drawCaliper(pen, paper, picture.caliper, colours, surface.dpr);
  const onPaper = { topPx: paper.y + stripPinsPx, bottomPx: paper.y + paper.height, dpr: surface.dpr };
  drawPins(pen, picture.pins, onPaper, colours);
  pen.restore();
  for (const lead of picture.leads) if (inGutter(picture, lead)) drawGutter(pen, picture, lead, colours);
  drawRail(pen, picture, colours);
  drawTimeRail(pen, picture, colours);
}

/** Draws the area before the recording begins or after it ends. */
function drawOutside(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  const { paper, scale, recording } = picture;
  pen.fillStyle = colours.surface.s1;
  const begin = sampleToPx(scale, recording.start);
  const end = sampleToPx(scale, recording.end);
  if (begin > paper.x) pen.fillRect(paper.x, paper.y, begin - paper.x, paper.height);
  if (end >= paper.x + paper.width) return;
  pen.fillRect(end, paper.y, paper.x + paper.width - end, paper.height);
  pen.fillStyle = colours.line.strong;
  pen.fillRect(snap(end, picture.surface.dpr), paper.y, 1, paper.height);
}

/** The first lead of a row is labelled beside the paper if there is space. */
function inGutter({ gutterPx, paper }: StripPicture, lead: StripLead): boolean {
  return gutterPx > 0 && lead.fromPx <= paper.x + gutterPx;
}

/**
 * Draws the label above a calibration pulse of 5 mm by 1 mV. On the paper itself only the label is drawn, after a mark
 * where the lead's window begins.
 */
function drawGutter(pen: Pen, picture: StripPicture, lead: StripLead, colours: TraceColours): void {
  const { paper } = picture;
  const gutterPx = inGutter(picture, lead) ? picture.gutterPx : 0;
  const pulsePx = picture.gain * picture.mmPx;
  const rest = Math.min(paper.y + paper.height - 4, paper.y + lead.band.restPx);
  // With many leads there is no space for a pulse each, so only the first lead shows one.
  const withPulse =
    gutterPx > 0 &&
    (lead === picture.leads[0] || lead.band.bottomPx - lead.band.topPx >= pulsePx + labelRoomPx);
  // On the lead's rest line, or lower if it would leave the paper.
  const foot = withPulse ? Math.max(rest, paper.y + pulsePx + 4) : rest;
  const above = withPulse ? pulsePx + 7 : gutterPx > 0 ? 4 : 28;
  const cramped = withPulse && foot - above < paper.y + 14;
  const labelY = cramped ? foot + 14 : Math.max(paper.y + 14, foot - above);
  const x = gutterPx > 0 ? paper.x + 9 : lead.fromPx + 9;
  if (lead.fromPx > paper.x + picture.gutterPx) drawWindowMark(pen, picture, lead, colours);
  pen.font = `600 13px ${colours.font}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = colours.ecg.paper;
  pen.globalAlpha = 0.85;
  pen.fillRect(x - 3, labelY - 12, pen.measureText(lead.label).width + 6, 16);
  pen.globalAlpha = 1;
  if (withPulse) drawPulse(pen, picture, foot, pulsePx, colours);
  pen.fillStyle = colours.ecg.trace;
  pen.fillText(lead.label, x, labelY);
}

const labelRoomPx = 14;
/** Half the height of the mark between two leads of a row. */
const windowMarkPx = 10;

function drawWindowMark(pen: Pen, picture: StripPicture, lead: StripLead, colours: TraceColours): void {
  pen.fillStyle = colours.ecg.trace;
  const y = picture.paper.y + lead.band.restPx;
  pen.fillRect(lead.fromPx, y - windowMarkPx, 1 / picture.surface.dpr, 2 * windowMarkPx);
}

function drawPulse(
  pen: Pen,
  picture: StripPicture,
  foot: number,
  heightPx: number,
  colours: TraceColours,
): void {
  const { mmPx } = picture;
  const left = picture.paper.x + 8;
  pen.strokeStyle = colours.ecg.trace;
  pen.lineWidth = 1.3;
  pen.lineJoin = 'miter';
  pen.beginPath();
  pen.moveTo(left, foot);
  pen.lineTo(left + mmPx, foot);
  pen.lineTo(left + mmPx, foot - heightPx);
  pen.lineTo(left + 6 * mmPx, foot - heightPx);
  pen.lineTo(left + 6 * mmPx, foot);
  pen.lineTo(left + 7 * mmPx, foot);
  pen.stroke();
}

function drawRail(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  const { surface, gutterPx, paper } = picture;
  if (paper.y === 0) return;
  drawEpisodes(pen, picture, colours);
  if (picture.beats !== null) {
    pen.save();
    pen.beginPath();
    pen.rect(paper.x + gutterPx, 0, surface.widthPx - gutterPx, beatRailPx);
    pen.clip();
    if (picture.selected !== null) drawSelected(pen, picture.selected, colours);
    drawBeatRail(pen, picture.beats, colours);
    pen.restore();
  }
  pen.fillStyle = colours.ecg.grid_large;
  pen.fillRect(0, snap(paper.y, surface.dpr) - 1 / surface.dpr, surface.widthPx, 1 / surface.dpr);
  if (gutterPx === 0) return;
  pen.font = `500 11px ${colours.font}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = colours.text.third;
  pen.fillText(picture.railLabel, 9, beatRailPx / 2 + 0.5);
}

/** Draws a frame on the rail around the beats that the next key press changes. */
function drawSelected(
  pen: Pen,
  { fromPx, toPx }: NonNullable<StripPicture['selected']>,
  colours: TraceColours,
): void {
  pen.fillStyle = colours.row.selected;
  pen.strokeStyle = colours.focus;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(fromPx, 2, toPx - fromPx, beatRailPx - 5, 5);
  pen.fill();
  pen.stroke();
}

/** Highlights the selection on the paper too, so that the user need not look away from the trace. */
function drawSelectedWash(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  if (picture.selected === null) return;
  const { fromPx, toPx } = picture.selected;
  pen.fillStyle = colours.ecg.caliper_wash;
  pen.fillRect(fromPx, picture.paper.y, toPx - fromPx, picture.paper.height);
}

/** Draws the rhythm lane: 2 px at the bottom of the rail. */
function drawEpisodes(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  const left = picture.paper.x + picture.gutterPx;
  for (const episode of picture.episodes) {
    const from = Math.max(left, sampleToPx(picture.scale, episode.start_sample));
    const to = Math.min(picture.surface.widthPx, sampleToPx(picture.scale, episode.end_sample));
    if (to <= from) continue;
    pen.fillStyle = rhythmColour(colours, episode.kind);
    pen.fillRect(from, picture.paper.y - 3, to - from, 2);
  }
}

function drawTimeRail(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  const { surface, paper, gutterPx } = picture;
  const top = paper.y + paper.height;
  const y = top + timeRailPx / 2 + 0.5;
  pen.textBaseline = 'middle';
  const printedFrom = drawPrinted(pen, picture, y, colours);
  pen.textAlign = 'left';
  pen.font = `500 11px ${colours.font}`;
  pen.fillStyle = colours.text.third;
  pen.fillText(picture.zone, 9, y);
  const zoneTo = 9 + pen.measureText(picture.zone).width + 8;
  pen.font = `400 11px ${colours.font}`;
  for (const tick of picture.ticks) {
    if (tick.px < paper.x + gutterPx) continue;
    pen.fillStyle = colours.line.strong;
    pen.fillRect(snap(tick.px, surface.dpr), top, 1 / surface.dpr, 6);
    pen.fillStyle = colours.ecg.paper_text;
    const to = tick.px + pen.measureText(tick.label).width + 8;
    if (tick.px >= zoneTo && to <= printedFrom) pen.fillText(tick.label, tick.px + 5, y);
  }
}

/** The notice is on the paper itself, so that every screenshot of the strip contains it. */
function drawNotice(pen: Pen, picture: StripPicture, colours: TraceColours): void {
  if (picture.notice === null) return;
  pen.font = `500 11px ${colours.font}`;
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  pen.fillStyle = colours.ecg.paper_text;
  pen.fillText(picture.notice, picture.surface.widthPx - 9, picture.paper.y + picture.paper.height - 10);
}

/** Draws the printed settings and returns where they begin. */
function drawPrinted(pen: Pen, picture: StripPicture, y: number, colours: TraceColours): number {
  pen.font = `600 11px ${colours.font}`;
  pen.textAlign = 'right';
  pen.fillStyle = colours.text.secondary;
  let right = picture.surface.widthPx - 9;
  for (const word of [...picture.printed].reverse()) {
    pen.fillText(word, right, y);
    right -= pen.measureText(word).width + 12;
  }
  return right;
}
