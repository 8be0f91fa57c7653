/**
 * Draws the strip at true paper scale: beat rail, paper, leads, gaps, calipers and time rail.
 *
 * Order matters: paper, the calipers' wash, gaps, traces, calipers. A trace that leaves the paper is marked at the edge
 * where it left. Speed, gain, filter and the hospital's time zone are printed on the strip, as on paper.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import { beatRailPx, drawBeatRail, drawBeatTicks } from './renderer-beats.ts';
import { drawCaliper, drawCaliperWash } from './renderer-caliper.ts';
import { drawEpisodeBar, drawEpisodeLines, drawEpisodeWash } from './renderer-episode.ts';
import { drawEventLines, drawEventsInLane } from './renderer-events.ts';
import { drawPins } from './renderer-pins.ts';
import { drawStripGaps, drawStripTrace } from './renderer-strip-lead.ts';
import { timeRailPx } from './strip-leads.ts';
import type { StripLead } from './strip-leads.ts';
import type { StripPicture } from './strip-picture.ts';
import { drawPaper } from './renderer-paper.ts';
import { sampleToPx } from '../time/time-scale.ts';
import { rhythmColour } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';

/** Distance of the discs of pinned comments from the lower edge of the beat rail: in the lane, or on the paper. */
export const pinsTopPx = (lanePx: number): number => (lanePx > 0 ? 1 : 4);

export function drawStrip(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const { paper, surface } = picture;
  ctx.fillStyle = colours.surface.s1;
  ctx.fillRect(0, 0, surface.widthPx, surface.heightPx);
  drawPaper(ctx, paper, colours, picture.gridOriginPx, picture.mmPx, surface.dpr);
  ctx.save();
  ctx.beginPath();
  ctx.rect(paper.x + picture.gutterPx, paper.y, paper.width - picture.gutterPx, paper.height);
  ctx.clip();
  drawOutside(ctx, picture, colours);
  if (picture.caliper !== null) drawCaliperWash(ctx, paper, picture.caliper, colours);
  drawSelectedWash(ctx, picture, colours);
  drawJudgedWash(ctx, picture, colours);
  if (picture.edited !== null) drawEpisodeWash(ctx, paper, picture.edited, colours);
  if (picture.beats !== null) drawBeatTicks(ctx, picture.beats, paper.y, surface.dpr, colours);
  for (const lead of picture.leads) drawStripGaps(ctx, picture, lead, colours);
  // Text and lines on the paper are below the trace, so they never cover the signal.
  drawEventLines(ctx, picture.events, paper, colours);
  const place = { paper, leftPx: paper.x + picture.gutterPx, dpr: surface.dpr };
  if (picture.edited !== null) drawEpisodeLines(ctx, place, picture.edited, colours);
  for (const lead of picture.leads) if (!inGutter(picture, lead)) drawGutter(ctx, picture, lead, colours);
  for (const lead of picture.leads) drawStripTrace(ctx, picture, lead, colours);
  if (picture.caliper !== null) drawCaliper(ctx, paper, picture.caliper, colours, surface.dpr);
  ctx.restore();
  drawLane(ctx, picture, colours);
  for (const lead of picture.leads) if (inGutter(picture, lead)) drawGutter(ctx, picture, lead, colours);
  drawRail(ctx, picture, colours);
  drawTimeRail(ctx, picture, colours);
}

/** Draws what is named in the lane above the paper; without a lane, the discs of comments are on the paper. */
function drawLane(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const { paper, lanePx, surface } = picture;
  const [left, top] = [paper.x + picture.gutterPx, paper.y - lanePx];
  const right = paper.x + paper.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, lanePx + paper.height);
  ctx.clip();
  if (lanePx > 0) {
    const middle = top + lanePx / 2;
    if (picture.edited !== null) drawEpisodeBar(ctx, { left, right, middle }, picture.edited, colours);
    drawEventsInLane(ctx, picture.events, { right, middle }, colours);
  }
  const pins = { topPx: top + pinsTopPx(lanePx), bottomPx: paper.y + paper.height, dpr: surface.dpr };
  drawPins(ctx, picture.pins, pins, colours);
  ctx.restore();
}

/** Draws the area before the recording begins or after it ends. */
function drawOutside(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const { paper, scale, recording } = picture;
  ctx.fillStyle = colours.surface.s1;
  const begin = sampleToPx(scale, recording.start);
  const end = sampleToPx(scale, recording.end);
  if (begin > paper.x) ctx.fillRect(paper.x, paper.y, begin - paper.x, paper.height);
  if (end >= paper.x + paper.width) return;
  ctx.fillRect(end, paper.y, paper.x + paper.width - end, paper.height);
  ctx.fillStyle = colours.line.strong;
  ctx.fillRect(snap(end, picture.surface.dpr), paper.y, 1, paper.height);
}

/** The first lead of a row is labelled beside the paper if there is space. */
function inGutter({ gutterPx, paper }: StripPicture, lead: StripLead): boolean {
  return gutterPx > 0 && lead.fromPx <= paper.x + gutterPx;
}

/**
 * Draws the label above a calibration pulse of 5 mm by 1 mV. On the paper itself only the label is drawn, after a mark
 * where the lead's window begins.
 */
function drawGutter(
  ctx: DrawingContext,
  picture: StripPicture,
  lead: StripLead,
  colours: TraceColours,
): void {
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
  // Without space above its pulse the label is beside it.
  const labelY = cramped ? Math.min(foot, paper.y + 14) : Math.max(paper.y + 14, foot - above);
  // A strip without a gutter, as on a phone, has the label above the trace, at the top of the lead's band.
  const y = picture.gutterPx > 0 ? labelY : paper.y + Math.max(0, lead.band.topPx) + labelRoomPx;
  const beside = cramped ? pulseMm * picture.mmPx + 4 : 0;
  const x = gutterPx > 0 ? paper.x + 9 + beside : lead.fromPx + 9;
  if (lead.fromPx > paper.x + picture.gutterPx) drawWindowMark(ctx, picture, lead, colours);
  ctx.font = `600 13px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = colours.ecg.paper;
  ctx.globalAlpha = 0.85;
  ctx.fillRect(x - 3, y - 12, ctx.measureText(lead.label).width + 6, 16);
  ctx.globalAlpha = 1;
  if (withPulse) drawPulse(ctx, picture, foot, pulsePx, colours);
  ctx.fillStyle = colours.ecg.trace;
  ctx.fillText(lead.label, x, y);
}

const labelRoomPx = 14;
/** Width of a calibration pulse with a foot on both sides. */
const pulseMm = 7;
/** Half the height of the mark between two leads of a row. */
const windowMarkPx = 10;

function drawWindowMark(
  ctx: DrawingContext,
  picture: StripPicture,
  lead: StripLead,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.ecg.trace;
  const y = picture.paper.y + lead.band.restPx;
  ctx.fillRect(lead.fromPx, y - windowMarkPx, 1 / picture.surface.dpr, 2 * windowMarkPx);
}

function drawPulse(
  ctx: DrawingContext,
  picture: StripPicture,
  foot: number,
  heightPx: number,
  colours: TraceColours,
): void {
  const { mmPx } = picture;
  const left = picture.paper.x + 8;
  ctx.strokeStyle = colours.ecg.trace;
  ctx.lineWidth = 1.3;
  ctx.lineJoin = 'miter';
  ctx.beginPath();
  ctx.moveTo(left, foot);
  ctx.lineTo(left + mmPx, foot);
  ctx.lineTo(left + mmPx, foot - heightPx);
  ctx.lineTo(left + 6 * mmPx, foot - heightPx);
  ctx.lineTo(left + 6 * mmPx, foot);
  ctx.lineTo(left + pulseMm * mmPx, foot);
  ctx.stroke();
}

function drawRail(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const { surface, gutterPx, paper } = picture;
  if (paper.y === picture.lanePx) return;
  drawEpisodes(ctx, picture, colours);
  if (picture.beats !== null) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(paper.x + gutterPx, 0, surface.widthPx - gutterPx, beatRailPx);
    ctx.clip();
    if (picture.selected !== null) drawSelected(ctx, picture.selected, colours);
    drawJudged(ctx, picture, colours);
    drawBeatRail(ctx, picture.beats, colours);
    ctx.restore();
  }
  ctx.fillStyle = colours.ecg.grid_large;
  ctx.fillRect(0, snap(paper.y, surface.dpr) - 1 / surface.dpr, surface.widthPx, 1 / surface.dpr);
  if (gutterPx === 0) return;
  ctx.font = `500 11px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colours.text.third;
  ctx.fillText(picture.railLabel, 9, beatRailPx / 2 + 0.5);
}

/** Draws a frame on the rail around the beats that the next key press changes. */
function drawSelected(
  ctx: DrawingContext,
  { fromPx, toPx }: NonNullable<StripPicture['selected']>,
  colours: TraceColours,
): void {
  ctx.fillStyle = colours.row.selected;
  ctx.strokeStyle = colours.focus;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(fromPx, 2, toPx - fromPx, beatRailPx - 5, 5);
  ctx.fill();
  ctx.stroke();
}

/** Width of a judged beat. */
const judgedWidthPx = 22;

/** Draws a frame on the rail around each beat that the next key judges. */
function drawJudged(ctx: DrawingContext, { judgedPx }: StripPicture, colours: TraceColours): void {
  ctx.strokeStyle = colours.primary.main;
  ctx.lineWidth = 1.5;
  for (const px of judgedPx) {
    ctx.beginPath();
    ctx.roundRect(px - judgedWidthPx / 2, 2.5, judgedWidthPx, beatRailPx - 6, 5);
    ctx.stroke();
  }
}

/** Highlights the judged beats on the paper too. */
function drawJudgedWash(ctx: DrawingContext, { judgedPx, paper }: StripPicture, colours: TraceColours): void {
  ctx.globalAlpha = 0.1;
  ctx.fillStyle = colours.primary.main;
  for (const px of judgedPx) ctx.fillRect(px - judgedWidthPx / 2, paper.y, judgedWidthPx, paper.height);
  ctx.globalAlpha = 1;
}

/** Highlights the selection on the paper too, so that the user need not look away from the trace. */
function drawSelectedWash(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  if (picture.selected === null) return;
  const { fromPx, toPx } = picture.selected;
  ctx.fillStyle = colours.ecg.caliper_wash;
  ctx.fillRect(fromPx, picture.paper.y, toPx - fromPx, picture.paper.height);
}

/** Draws the rhythm lane: 2 px at the bottom of the rail. */
function drawEpisodes(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const left = picture.paper.x + picture.gutterPx;
  for (const episode of picture.episodes) {
    const from = Math.max(left, sampleToPx(picture.scale, episode.start_sample));
    const to = Math.min(picture.surface.widthPx, sampleToPx(picture.scale, episode.end_sample));
    if (to <= from) continue;
    ctx.fillStyle = rhythmColour(colours, episode.kind);
    ctx.fillRect(from, picture.paper.y - picture.lanePx - 3, to - from, 2);
  }
}

function drawTimeRail(ctx: DrawingContext, picture: StripPicture, colours: TraceColours): void {
  const { surface, paper, gutterPx } = picture;
  const top = paper.y + paper.height;
  const y = top + timeRailPx / 2 + 0.5;
  ctx.textBaseline = 'middle';
  const printedFrom = drawPrinted(ctx, picture, y, colours);
  ctx.textAlign = 'left';
  ctx.font = `500 11px ${colours.font}`;
  ctx.fillStyle = colours.text.third;
  ctx.fillText(picture.zone, 9, y);
  const zoneTo = 9 + ctx.measureText(picture.zone).width + 8;
  ctx.font = `400 11px ${colours.font}`;
  for (const tick of picture.ticks) {
    if (tick.px < paper.x + gutterPx) continue;
    ctx.fillStyle = colours.line.strong;
    ctx.fillRect(snap(tick.px, surface.dpr), top, 1 / surface.dpr, 6);
    ctx.fillStyle = colours.ecg.paper_text;
    const to = tick.px + ctx.measureText(tick.label).width + 8;
    if (tick.px >= zoneTo && to <= printedFrom) ctx.fillText(tick.label, tick.px + 5, y);
  }
}

/**
 * Draws the printed settings and, before them, the notice, so that every screenshot of the strip contains it and it
 * covers no trace. Returns where they begin.
 */
function drawPrinted(ctx: DrawingContext, picture: StripPicture, y: number, colours: TraceColours): number {
  ctx.font = `600 11px ${colours.font}`;
  ctx.textAlign = 'right';
  ctx.fillStyle = colours.text.secondary;
  let right = picture.surface.widthPx - 9;
  for (const word of [...picture.printed].reverse()) {
    ctx.fillText(word, right, y);
    right -= ctx.measureText(word).width + 12;
  }
  if (picture.notice === null) return right;
  ctx.font = `500 11px ${colours.font}`;
  ctx.fillStyle = colours.ecg.paper_text;
  ctx.fillText(picture.notice, right, y);
  return right - ctx.measureText(picture.notice).width - 12;
}
