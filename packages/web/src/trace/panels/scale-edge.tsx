/**
 * Shows the edge between two scales: the wedge, and over it a separator that enlarges one scale at the cost of the
 * other. It moves by pointer, by arrow keys (one line), Page keys (three lines), Home and End; a double click or Enter
 * restores the default heights.
 */
import { styled } from '@mui/material/styles';
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disclosureLinePx } from '../paint/renderer-disclosure.ts';
import { edgeRange, moveEdge, splitOf } from '../paint/scale-heights.ts';
import type { HeightRoom, ScaleEdge, ScaleHeights } from '../paint/scale-heights.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import type { Stage } from './stage.ts';
import { Wedge } from './wedge.tsx';
import { isPress, type Move, moveOf } from '../../ui/keys/widget-keys.ts';

const EdgeFrame = styled('div')({ position: 'relative', flex: 'none' });

/** 24 px high over the wedge's 14 px, as a larger pointer target; the buttons of the head below stay clickable. */
const Grip = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 1,
  left: 0,
  right: 0,
  top: -7,
  bottom: -3,
  cursor: 'row-resize',
  touchAction: 'none',
  outline: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    left: '50%',
    top: 12,
    width: 36,
    height: 4,
    marginLeft: -18,
    borderRadius: 2,
    backgroundColor: theme.vars.palette.line.strong,
  },
  '&:hover::after, &[data-held="true"]::after': { backgroundColor: theme.vars.palette.primary.main },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.focus}` },
  '@media (forced-colors: active)': {
    '&::after': { backgroundColor: 'ButtonText' },
    '&:focus-visible': { outline: '2px solid Highlight', outlineOffset: -2 },
  },
}));

export type Split = {
  readonly room: HeightRoom;
  readonly heights: ScaleHeights;
  /** `undefined` restores the default heights. */
  readonly onSplit: (split: ScalesPreference | undefined) => void;
};

const pageLines = 3;

function wishOf(move: Move | null, { min, now, max }: ReturnType<typeof edgeRange>): number | null {
  const wishes: Partial<Record<Move, number>> = {
    up: now - disclosureLinePx,
    down: now + disclosureLinePx,
    'page-up': now - pageLines * disclosureLinePx,
    'page-down': now + pageLines * disclosureLinePx,
    home: min,
    end: max,
  };
  return move === null ? null : (wishes[move] ?? null);
}

/** The pointer that drags the edge, where the drag began, and the heights at that time. */
type Hold = { readonly pointer: number; readonly y: number; readonly heights: ScaleHeights };

function useHold(edge: ScaleEdge, { room, heights, onSplit }: Split) {
  const hold = useRef<Hold>(undefined);
  const [held, setHeld] = useState(false);
  const release = (): void => {
    hold.current = undefined;
    setHeld(false);
  };
  const take = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    hold.current = { pointer: event.pointerId, y: event.clientY, heights };
    setHeld(true);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const from = hold.current;
    if (from === undefined || from.pointer !== event.pointerId) return;
    const next = moveEdge(room, from.heights, edge, from.heights[edge] + event.clientY - from.y);
    const now = splitOf(heights);
    if (next.trend_px === now.trend_px && next.disclosure_lines === now.disclosure_lines) return;
    onSplit(next);
  };
  return {
    held,
    onPointerDown: take,
    onPointerMove: move,
    onPointerUp: release,
    onLostPointerCapture: release,
  };
}

export function ScaleEdgeGrip({ edge, split }: { edge: ScaleEdge; split: Split }) {
  const { t } = useTranslation('trace');
  const hintId = useId();
  const { held, ...hand } = useHold(edge, split);
  const { room, heights, onSplit } = split;
  const range = edgeRange(room, heights, edge);
  const onKey = (event: KeyboardEvent): void => {
    const wish = wishOf(moveOf(event), range);
    if (wish === null && !isPress(event, '⏎')) return;
    event.preventDefault();
    onSplit(wish === null ? undefined : moveEdge(room, heights, edge, wish));
  };
  return (
    <>
      <Grip
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t(`edge.${edge}`)}
        aria-describedby={hintId}
        aria-valuemin={range.min}
        aria-valuenow={range.now}
        aria-valuemax={range.max}
        aria-valuetext={t('edge.value', { px: range.now })}
        title={t('edge.hint')}
        data-held={held}
        onKeyDown={onKey}
        onDoubleClick={() => onSplit(undefined)}
        {...hand}
      />
      <span id={hintId} hidden>
        {t('edge.hint')}
      </span>
    </>
  );
}

type EdgeProps = { stage: Stage; edge: ScaleEdge; colours: TraceColours; split: Split | undefined };

export function ScaleEdgeWedge({ stage, edge, colours, split }: EdgeProps) {
  return (
    <EdgeFrame>
      <Wedge stage={stage} from={edge} colours={colours} />
      {split === undefined ? null : <ScaleEdgeGrip edge={edge} split={split} />}
    </EdgeFrame>
  );
}
