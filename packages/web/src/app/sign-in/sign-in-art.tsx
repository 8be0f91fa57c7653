/**
 * Draws the picture beside the sign-in form on its dark ground: faint lines, one bright line in the middle. It is
 * decoration and hidden from screen readers.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { tokens } from '../../platform/theme/tokens.ts';
import { brightBeats, type DrawnBeat, drawnBeats, heightMv } from './heart-drawing.ts';

const Ground = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.login.main,
  '& canvas': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const pxPerSecond = 62;
const rowPx = 46;
const night = tokens.dark;
const beatColour = {
  normal: night.ecg.trace,
  irregular: night.ecg.trace,
  ventricular: night.beat.ventricular,
  supraventricular: night.beat.supraventricular,
} as const;

type Line = { beats: readonly DrawnBeat[]; baseY: number; pxPerMv: number };

function trace(ctx: CanvasRenderingContext2D, line: Line, fromX: number, toX: number): void {
  ctx.beginPath();
  for (let x = fromX; x <= toX; x += 0.5) {
    ctx.lineTo(x, line.baseY - heightMv(line.beats, x / pxPerSecond) * line.pxPerMv);
  }
  ctx.stroke();
}

/** Draws the bright line, with each early beat in the colour of its kind. */
function brightLine(ctx: CanvasRenderingContext2D, baseY: number, width: number): void {
  const turnS = (width / pxPerSecond) * 0.55;
  const line = { beats: brightBeats(width / pxPerSecond + 1, turnS), baseY, pxPerMv: 42 };
  ctx.fillStyle = night.ecg.af;
  ctx.globalAlpha = 0.16;
  ctx.fillRect((turnS - 0.2) * pxPerSecond, baseY - 54, width, 72);
  ctx.globalAlpha = 1;
  ctx.lineWidth = 1.8;
  ctx.strokeStyle = beatColour.normal;
  trace(ctx, line, 0, width);
  for (const beat of line.beats.filter(
    (each) => each.kind === 'ventricular' || each.kind === 'supraventricular',
  )) {
    ctx.strokeStyle = beatColour[beat.kind];
    const x = beat.atS * pxPerSecond;
    trace(ctx, line, x - 0.15 * pxPerSecond, x + (beat.kind === 'ventricular' ? 0.36 : 0.2) * pxPerSecond);
  }
}

function draw(canvas: HTMLCanvasElement): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ctx = canvas.getContext('2d');
  if (!ctx || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.lineJoin = 'round';
  const middle = Math.floor(height / rowPx / 2);
  for (let row = 0; row * rowPx < height + rowPx; row += 1) {
    const beats = drawnBeats(row * 7 + 11, width / pxPerSecond + 1);
    const baseY = row * rowPx + 30;
    const far = Math.abs(row - middle) / Math.max(1, middle);
    if (row === middle) brightLine(ctx, baseY, width);
    else {
      ctx.globalAlpha = 0.42 - 0.3 * far;
      ctx.lineWidth = 1;
      ctx.strokeStyle = beatColour.normal;
      trace(ctx, { beats, baseY, pxPerMv: 24 }, 0, width);
    }
  }
}

export function SignInArt() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const here = canvas.current;
    if (!here) return;
    const watch = new ResizeObserver(() => draw(here));
    watch.observe(here);
    return () => watch.disconnect();
  }, []);
  return (
    <Ground aria-hidden="true">
      <canvas ref={canvas} />
    </Ground>
  );
}
