/**
 * Draws the axes of a plot and the selection by pointer: a closed line, a rectangle or a range over a picture that is
 * not redrawn. So a frame draws only a line, however many points the picture contains.
 */
import { styled } from '@mui/material/styles';
import type { PlotArea, PlotPlace } from '@rhythmdesk/ecg/reading/beat-plots';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { textSize } from '../../../../platform/theme/type-scale.ts';

/** Space for the texts of the vertical axis. */
export const yAxisPx = 34;

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  '& figcaption': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 8px',
    padding: '6px 0',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
  '& figcaption b': { fontWeight: 600, color: theme.vars.palette.text.primary },
}));
const Box = styled('div')(({ theme }) => ({
  position: 'relative',
  marginLeft: yAxisPx,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& svg': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    cursor: 'crosshair',
    touchAction: 'none',
  },
  '& polygon': {
    fill: theme.vars.palette.primary.main,
    fillOpacity: 0.1,
    stroke: theme.vars.palette.primary.main,
    strokeWidth: 2,
    vectorEffect: 'non-scaling-stroke',
  },
  '& polygon[data-lasso]': { strokeDasharray: '5 3' },
  '& .y, & .x': { position: 'absolute', fontSize: textSize.micro, color: theme.vars.palette.text.secondary },
  '& .y': { right: 'calc(100% + 5px)', transform: 'translateY(50%)', whiteSpace: 'nowrap' },
  '& .x': { top: 'calc(100% + 2px)', transform: 'translateX(-50%)' },
}));

export type PlotTool = 'lasso' | 'range';
type Tick = { readonly value: number; readonly text: string };
export type PlotFrameProps = {
  readonly title: string;
  readonly note: string;
  /** Explains the colours at the end of the caption. */
  readonly legend?: ReactNode;
  readonly area: PlotArea;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly heightPx: number;
  /** The plot is as wide as it is high. */
  readonly square?: boolean;
  /** `stretch`: a range over the whole height. */
  readonly tool: PlotTool | 'stretch';
  /** The current selection was drawn on this plot. */
  readonly isOwn: boolean;
  readonly onLine: (line: readonly PlotPlace[]) => void;
  readonly onArea: (within: PlotArea) => void;
  /** Called for a press without a drag. */
  readonly onPress?: (place: PlotPlace) => void;
  readonly children: ReactNode;
};

const leastPx = 4;
/** Points as shares of the box, from its upper left corner. */
type Shares = readonly PlotPlace[];

const cornersOf = (a: PlotPlace, b: PlotPlace): Shares => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];

function shapeOf(tool: PlotFrameProps['tool'], drawn: Shares): Shares {
  const [first] = drawn;
  const last = drawn.at(-1);
  if (first === undefined || last === undefined || tool === 'lasso') return drawn;
  if (tool === 'range') return cornersOf(first, last);
  return cornersOf({ x: first.x, y: 0 }, { x: last.x, y: 1 });
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

function shareAt(event: PointerEvent<SVGSVGElement>): PlotPlace {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: clamp((event.clientX - box.left) / box.width),
    y: clamp((event.clientY - box.top) / box.height),
  };
}

/** Points nearer than this to the last one are not added to the line. */
const leastShare = 0.006;
const isNear = (last: PlotPlace | undefined, { x, y }: PlotPlace): boolean =>
  last !== undefined && Math.hypot(x - last.x, y - last.y) < leastShare;

/** Returns whether the pointer did not move after the press. */
function isPress(drawn: Shares, event: PointerEvent<SVGSVGElement>): boolean {
  const { width, height } = event.currentTarget.getBoundingClientRect();
  const [first = { x: 0, y: 0 }] = drawn;
  return drawn.every(({ x, y }) => Math.hypot((x - first.x) * width, (y - first.y) * height) < leastPx);
}

/** Reports the drawn shape in the values of the axes. */
function report({ area, tool, onLine, onArea }: PlotFrameProps, drawn: Shares): void {
  const line = shapeOf(tool, drawn).map((share) => valueAt(area, share));
  if (tool === 'lasso') return onLine(line);
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  onArea({
    x: { from: Math.min(...xs), to: Math.max(...xs) },
    y: { from: Math.min(...ys), to: Math.max(...ys) },
  });
}

const valueAt = ({ x: across, y: up }: PlotArea, { x, y }: PlotPlace): PlotPlace => ({
  x: across.from + x * (across.to - across.from),
  y: up.to - y * (up.to - up.from),
});

function Hand(props: PlotFrameProps) {
  const { area, tool, isOwn, onPress } = props;
  const [drawn, setDrawn] = useState<Shares>([]);
  const [isDown, setDown] = useState(false);
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDown(true);
    setDrawn([shareAt(event)]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    const place = shareAt(event);
    if (isDown) setDrawn((before) => (isNear(before.at(-1), place) ? before : [...before, place]));
  };
  const finish = (event: PointerEvent<SVGSVGElement>): void => {
    if (!isDown) return;
    setDown(false);
    if (!isPress(drawn, event)) return report(props, drawn);
    setDrawn([]);
    onPress?.(valueAt(area, shareAt(event)));
  };
  const shape = isDown || isOwn ? shapeOf(tool, drawn) : [];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={finish}
      onPointerCancel={() => setDown(false)}
    >
      {shape.length > 1 ? (
        <polygon
          data-lasso={tool === 'lasso' ? '' : undefined}
          points={shape.map(({ x, y }) => `${String(x)},${String(y)}`).join(' ')}
        />
      ) : null}
    </svg>
  );
}

const percent = (share: number): string => `${String(100 * share)}%`;

export function PlotFrame(props: PlotFrameProps) {
  const { title, note, legend, area, xTicks, yTicks, heightPx, square = false, children } = props;
  const along = (value: number, { from, to }: PlotArea['x']): string => percent((value - from) / (to - from));
  return (
    <Figure>
      <figcaption>
        <b>{title}</b>
        {note}
        {legend}
      </figcaption>
      <Box
        style={{
          height: heightPx,
          marginBottom: 18,
          ...(square && { width: heightPx, maxWidth: `calc(100% - ${String(yAxisPx)}px)` }),
        }}
      >
        {children}
        <Hand {...props} />
        {xTicks.map(({ value, text }) => (
          <span key={value} className="x" style={{ left: along(value, area.x) }}>
            {text}
          </span>
        ))}
        {yTicks.map(({ value, text }) => (
          <span key={value} className="y" style={{ bottom: along(value, area.y) }}>
            {text}
          </span>
        ))}
      </Box>
    </Figure>
  );
}
