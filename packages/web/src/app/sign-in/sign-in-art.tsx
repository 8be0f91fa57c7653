/**
 * The drawing on its dark ground: faint lines, one bright line in the middle. It is decoration and hidden from screen
 * readers.
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

function trace(pen: CanvasRenderingContext2D, line: Line, fromX: number, toX: number): void {
  pen.beginPath();
  for (let x = fromX; x <= toX; x += 0.5) {
    pen.lineTo(x, line.baseY - heightMv(line.beats, x / pxPerSecond) * line.pxPerMv);
  }
  pen.stroke();
}

/** Draws the bright line, with each early beat in the colour of its kind. */
function brightLine(pen: CanvasRenderingContext2D, baseY: number, width: number): void {
  const turnS = (width / pxPerSecond) * 0.55;
  const line = { beats: brightBeats(width / pxPerSecond + 1, turnS), baseY, pxPerMv: 42 };
  pen.fillStyle = night.ecg.af;
  pen.globalAlpha = 0.16;
  pen.fillRect((turnS - 0.2) * pxPerSecond, baseY - 54, width, 72);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.8;
  pen.strokeStyle = beatColour.normal;
  trace(pen, line, 0, width);
  for (const beat of line.beats.filter(
    (each) => each.kind === 'ventricular' || each.kind === 'supraventricular',
  )) {
    pen.strokeStyle = beatColour[beat.kind];
    const x = beat.atS * pxPerSecond;
    trace(pen, line, x - 0.15 * pxPerSecond, x + (beat.kind === 'ventricular' ? 0.36 : 0.2) * pxPerSecond);
  }
}

function draw(canvas: HTMLCanvasElement): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pen = canvas.getContext('2d');
  if (!pen || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.lineJoin = 'round';
  const middle = Math.floor(height / rowPx / 2);
  for (let row = 0; row * rowPx < height + rowPx; row += 1) {
    const beats = drawnBeats(row * 7 + 11, width / pxPerSecond + 1);
    const baseY = row * rowPx + 30;
    const far = Math.abs(row - middle) / Math.max(1, middle);
    if (row === middle) brightLine(pen, baseY, width);
    else {
      pen.globalAlpha = 0.42 - 0.3 * far;
      pen.lineWidth = 1;
      pen.strokeStyle = beatColour.normal;
      trace(pen, { beats, baseY, pxPerMv: 24 }, 0, width);
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
