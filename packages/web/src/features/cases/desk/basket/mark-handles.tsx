/**
 * Draws one slider for each point of the marks on a strip, for pointer, keyboard and screen reader. Arrow keys move a
 * point by one sample or 50 µV, with Shift by one millimetre of the paper. Dragging a point to another lead moves its
 * mark to that lead.
 */
import { styled } from '@mui/material/styles';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import {
  bandOf,
  sheetX,
  sheetY,
  type SheetPlace,
  type StripSheet,
} from '../../../../trace/paint/strip-sheet.ts';
import { type MarkPoint, movedPoint, pointAt, pointsOf } from './basket-edits.ts';
import type { StripMarks } from './use-strip-marks.ts';
import { type Move, moveOf } from '../../../../ui/keys/widget-keys.ts';

const Handle = styled('div')(({ theme }) => ({
  position: 'absolute',
  width: 24,
  height: 24,
  margin: '-12px 0 0 -12px',
  borderRadius: 12,
  cursor: 'move',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 7,
    border: `2px solid ${theme.vars.palette.ecg.caliper}`,
    borderRadius: 5,
    backgroundColor: theme.vars.palette.ecg.paper,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
}));

const fineUv = 50;
const besideTextPx = 9;
const steps: Partial<Record<Move, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, 1],
  down: [0, -1],
};

function stepOf(event: KeyboardEvent): readonly [number, number] | undefined {
  const move = moveOf(event);
  return move === null ? undefined : steps[move];
}

type Sheet = {
  readonly sheet: StripSheet;
  readonly view: RecordingHandle;
  readonly held: StripMarks;
  /** Returns the position of the pointer on the paper. */
  readonly placeOf: (event: { readonly clientX: number; readonly clientY: number }) => SheetPlace | null;
};
type PointProps = Sheet & { readonly index: number; readonly mark: StripMark; readonly point: MarkPoint };

const usualUv = 0;

function byKey({ sheet, mark, point }: PointProps, event: KeyboardEvent): SheetPlace | null {
  const [across, up] = stepOf(event) ?? [];
  const { sample, uv } = pointAt(mark, point);
  if (across === undefined || up === undefined || (uv === null && up !== 0)) return null;
  const samples = event.shiftKey ? Math.max(1, Math.round(sheet.mmPx / sheet.pxPerSample)) : 1;
  const height = event.shiftKey ? Math.round((1000 * sheet.mmPx) / sheet.pxPerMv) : fineUv;
  const { start, end } = sheet.span;
  const moved = Math.max(start, Math.min(end, sample + across * samples));
  return { lead: mark.lead, sample: moved, uv: (uv ?? usualUv) + up * height };
}

function usePointWords({ view, mark, point, index }: PointProps): { label: string; value: string } {
  const { t } = useTranslation('basket');
  const format = useFormat();
  const { sample, uv } = pointAt(mark, point);
  const lead = view.leadNames[mark.lead] ?? '';
  const time = view.timeOf(sample);
  const mv = uv === null ? '' : format.number(uv / 1000, 2);
  return {
    label: t(`handle.${point}`, { what: t(`tool.${mark.of}`), place: format.number(index + 1) }),
    value: uv === null ? t('handle.at-time', { time, lead }) : t('handle.at', { time, mv, lead }),
  };
}

/** Moves a point: the move is shown at once and written when the pointer or the key is released. */
function useMoving(props: PointProps) {
  const { held, placeOf, index, point } = props;
  const drags = useRef(false);
  const put = (place: SheetPlace | null): void => {
    if (place === null) return;
    held.draft(held.marks.map((one, i) => (i === index ? movedPoint(one, point, place) : one)));
  };
  const release = (): void => {
    drags.current = false;
    held.keep();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.stopPropagation();
      drags.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => put(drags.current ? placeOf(event) : null),
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent) => {
      const place = byKey(props, event);
      if (place !== null) event.preventDefault();
      put(place);
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (stepOf(event) !== undefined) held.keep();
    },
  };
}

function PointHandle(props: PointProps) {
  const { sheet, index, mark, point } = props;
  const { label, value } = usePointWords(props);
  const moving = useMoving(props);
  const { sample, uv } = pointAt(mark, point);
  const band = bandOf(sheet, mark.lead);
  if (band === undefined) return null;
  // A text mark starts at its point.
  const left = sheetX(sheet, sample) - (mark.of === 'text' ? besideTextPx : 0);
  const top = uv === null ? band.bottomPx - 10 : sheetY(sheet, band, uv);
  return (
    <Handle
      role="slider"
      tabIndex={0}
      data-mark={index}
      aria-label={label}
      aria-valuemin={sheet.span.start}
      aria-valuemax={sheet.span.end}
      aria-valuenow={sample}
      aria-valuetext={value}
      style={{ left, top }}
      {...moving}
    />
  );
}

export function MarkHandles(props: Sheet) {
  return props.held.marks.flatMap((mark, index) =>
    pointsOf(mark).map((point) => (
      <PointHandle key={`${String(index)} ${point}`} {...props} {...{ index, mark, point }} />
    )),
  );
}
