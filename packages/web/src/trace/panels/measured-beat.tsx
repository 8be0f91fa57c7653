/**
 * Shows a beat enlarged, with marks that the user moves by pointer, by arrow keys (one sample) or with Shift (ten).
 * Every mark is on a whole sample.
 */
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { noteActivity } from '../../platform/session/idle-watch.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import { drawMeasuredBeat, type MeasuredBeatPicture } from '../paint/renderer-measured-beat.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { sliderStepOf } from '../../ui/keys/widget-keys.ts';

const heightPx = 380;
const manySamples = 10;
const Box = styled('div')({ position: 'relative', overflow: 'hidden', touchAction: 'pan-y' });
const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  width: 24,
  marginLeft: -12,
  cursor: 'ew-resize',
  touchAction: 'none',
  color: theme.vars.palette.ecg.caliper,
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 6,
    bottom: 18,
    left: 11.25,
    borderLeft: '1.5px solid currentcolor',
  },
  '& > span': {
    position: 'absolute',
    top: 6,
    padding: '2px 7px',
    borderRadius: 4,
    fontSize: textSize.small,
    fontWeight: 600,
    lineHeight: '18px',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.ecg['caliper_on'],
    backgroundColor: theme.vars.palette.ecg.caliper,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2, borderRadius: 6 },
}));

export type MarkLine = {
  readonly key: string;
  readonly name: string;
  readonly at: number;
  /** Read by screen readers. */
  readonly place: string;
  /** The side of its line on which the name is. */
  readonly side: 'left' | 'right';
  readonly onMove: (to: number) => void;
};

function MarkSlider({ mark, samples }: { readonly mark: MarkLine; readonly samples: number }) {
  const offPx = useRef<number | null>(null);
  const boxOf = ({ currentTarget }: PointerEvent<HTMLElement>): DOMRect =>
    (currentTarget.parentElement ?? currentTarget).getBoundingClientRect();
  const onKey = (event: KeyboardEvent): void => {
    const by = sliderStepOf(event);
    if (by === null) return;
    event.preventDefault();
    mark.onMove(mark.at + by * (event.shiftKey ? manySamples : 1));
  };
  const letGo = (): void => {
    offPx.current = null;
  };
  return (
    <Line
      role="slider"
      tabIndex={0}
      aria-label={mark.name}
      aria-valuemin={0}
      aria-valuemax={samples - 1}
      aria-valuenow={mark.at}
      aria-valuetext={mark.place}
      style={{ left: `${String((100 * mark.at) / samples)}%` }}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const box = boxOf(event);
        offPx.current = (mark.at / samples) * box.width - (event.clientX - box.left);
      }}
      onPointerMove={(event) => {
        if (offPx.current === null) return;
        noteActivity('trace');
        const box = boxOf(event);
        const px = event.clientX - box.left + offPx.current;
        mark.onMove(Math.round((px / Math.max(1, box.width)) * samples));
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span aria-hidden="true" style={mark.side === 'left' ? { right: 17 } : { left: 17 }}>
        {mark.name}
      </span>
    </Line>
  );
}

type MeasuredBeatProps = {
  readonly label: string;
  readonly picture: MeasuredBeatPicture;
  readonly marks: readonly MarkLine[];
};

export function MeasuredBeat({ label, picture, marks }: MeasuredBeatProps) {
  const colours = useTraceColours();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If the user has just pressed a button to select the beat, the button keeps the focus.
    if (document.activeElement?.matches('button') === true) return;
    box.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
  }, []);
  return (
    <Box ref={box}>
      <PlainCanvas
        label={label}
        heightPx={heightPx}
        draw={(ctx, surface) => drawMeasuredBeat(ctx, surface, picture, colours)}
      />
      {marks.map((mark) => (
        <MarkSlider key={mark.key} mark={mark} samples={picture.signal.length} />
      ))}
    </Box>
  );
}
