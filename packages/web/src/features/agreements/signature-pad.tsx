/**
 * Shows a field to sign in by finger, pen or mouse. Its strokes are stored in the units of the contract, at any display
 * size.
 */
import { styled } from '@mui/material/styles';
import { signatureField, type Signature } from '@rhythmdesk/contract/agreements';
import { type PointerEvent, useRef } from 'react';

const Frame = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  aspectRatio: `${signatureField.width} / ${signatureField.height}`,
  border: `1px solid ${theme.vars.palette.gray}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s1,
  color: theme.vars.palette.text.primary,
  cursor: 'crosshair',
  touchAction: 'none',
  '& .base': { stroke: theme.vars.palette.gray, strokeDasharray: '8 8', strokeWidth: 3 },
}));

type Point = [number, number];
/** Points nearer than this to the previous one add nothing visible. */
const least = 3;

const counted = (strokes: Signature): number => strokes.reduce((sum, stroke) => sum + stroke.length, 0);
const isFull = (strokes: Signature): boolean =>
  strokes.length >= signatureField.strokes || counted(strokes) >= signatureField.points;

const pathOf = (stroke: readonly Point[]): string => {
  const points = stroke.map(([x, y]) => `${String(x)} ${String(y)}`);
  return points.length === 1 ? `M${points.join('')}h1` : `M${points.join('L')}`;
};

function pointAt({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const box = currentTarget.getBoundingClientRect();
  const within = (at: number, from: number, size: number, units: number): number =>
    Math.round(Math.min(1, Math.max(0, (at - from) / size)) * units);
  return [
    within(clientX, box.left, box.width, signatureField.width),
    within(clientY, box.top, box.height, signatureField.height),
  ];
}

type PadProps = { label: string; strokes: Signature; onChange: (strokes: Signature) => void };

export function SignaturePad({ label, strokes, onChange }: PadProps) {
  const pointer = useRef<number | null>(null);
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== null || event.button !== 0 || isFull(strokes)) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    onChange([...strokes, [pointAt(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== event.pointerId || isFull(strokes)) return;
    const stroke = strokes.at(-1);
    const last = stroke?.at(-1);
    const point = pointAt(event);
    if (stroke === undefined || last === undefined) return;
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) < least) return;
    onChange([...strokes.slice(0, -1), [...stroke, point]]);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current === event.pointerId) pointer.current = null;
  };
  return (
    <Frame
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(signatureField.width)} ${String(signatureField.height)}`}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path className="base" d="M60 330H940" />
      <g fill="none" stroke="currentColor" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
        {strokes.map((stroke, index) => (
          <path key={index} d={pathOf(stroke)} />
        ))}
      </g>
    </Frame>
  );
}
