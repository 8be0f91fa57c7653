/** Shows the paper of the editor: all leads of the strip at its scale, with its marks. The user draws on it. */
import { styled } from '@mui/material/styles';
import { usualScale } from '@rhythmdesk/ecg/labels/strip-labels';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  placeOnSheet,
  type SheetPlace,
  type StripSheet,
  stripSheet,
} from '../../../../trace/paint/strip-sheet.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { SheetCanvas } from '../../../../trace/panels/sheet-canvas.tsx';
import { useCalibration } from '../../../../trace/panels/use-calibration.ts';
import { useSheetSignals } from '../../../../trace/panels/use-sheet-signals.ts';
import { paperMm } from '../../../../trace/time/time-scale.ts';
import { useCaliperWords } from '../../analysis/use-strip-words.ts';
import { drawnMark, type MarkTool } from './basket-edits.ts';
import { MarkHandles } from './mark-handles.tsx';
import { MarkList } from './mark-list.tsx';
import { SheetMarks } from './sheet-marks.tsx';
import type { Desk } from '../session/use-desk.ts';
import type { StripMarks } from './use-strip-marks.ts';

const Scroll = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 120,
  overflow: 'auto',
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Paper = styled('div')({
  position: 'relative',
  margin: '0 auto',
  overflow: 'hidden',
  '&[data-draws="true"]': { cursor: 'crosshair', touchAction: 'none' },
  '&[data-draws="true"] [role="slider"]': { pointerEvents: 'none' },
});

type PaperProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  readonly strip: ReadStrip;
  readonly held: StripMarks;
  readonly tool: MarkTool | null;
  readonly onDrawn: (from: SheetPlace, to: SheetPlace) => void;
};

function useSheet({ view, strip }: PaperProps, marks: readonly StripMark[]) {
  const { calibration } = useCalibration();
  const { start_sample: start, end_sample: end, scale = usualScale } = strip;
  const count = view.leadNames.length;
  const leads = useMemo(() => Array.from({ length: count }, (_, lead) => lead), [count]);
  const signals = useSheetSignals(view.small, { start, end }, leads);
  const heights = marks.flatMap((mark) => {
    if (mark.of === 'caliper') return [];
    const own = { lead: mark.lead, uv: mark.uv };
    return mark.of === 'arrow' ? [own, { lead: mark.lead, uv: mark.to_uv }] : [own];
  });
  const mmPx = paperMm(calibration, window.devicePixelRatio);
  const { sampling_hz } = view;
  const sheet = stripSheet({ span: { start, end }, sampling_hz, ...scale, mmPx, signals, heights });
  return { sheet, signals };
}

type Drag = { readonly from: SheetPlace; readonly to: SheetPlace };

/** Draws with the selected tool; the unfinished mark is shown with the others. */
function useDrawing({ tool, onDrawn }: PaperProps, sheet: StripSheet) {
  const paper = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }): SheetPlace | null => {
    const box = paper.current?.getBoundingClientRect();
    return box === undefined ? null : placeOnSheet(sheet, event.clientX - box.left, event.clientY - box.top);
  };
  const hand = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const from = tool === null || event.button !== 0 ? null : placeOf(event);
      if (from === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const to = drag === null ? null : placeOf(event);
      if (drag !== null && to !== null) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      if (drag !== null) onDrawn(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { paper, drag, hand, placeOf };
}

export function StripPaper(props: PaperProps) {
  const { desk, view, strip, held, tool } = props;
  const { t } = useTranslation('basket');
  const { sheet, signals } = useSheet(props, held.marks);
  const { paper, drag, hand, placeOf } = useDrawing(props, sheet);
  const measured = useCaliperWords();
  const beats = desk.shown?.beats;
  const drawing = { beats: beats?.sample ?? [], sampling_hz: view.sampling_hz, strip };
  const marks =
    drag === null || tool === null
      ? held.marks
      : [...held.marks, drawnMark(tool, drag.from, drag.to, drawing)];
  const saidOf = (mark: StripMark): string => {
    if (mark.of !== 'caliper') return mark.text;
    const signal = signals.find(({ lead }) => lead === mark.lead);
    return measured(mark, view.small.clock, signal, strip.start_sample);
  };
  const said = marks.map(saidOf);
  const drawn = { sheet, signals, beats, names: view.leadNames, sampling_hz: view.sampling_hz };
  return (
    <>
      <Scroll>
        <Paper
          ref={paper}
          role="group"
          aria-label={t('editor.sheet')}
          data-draws={tool !== null}
          style={{ width: sheet.widthPx, height: sheet.heightPx }}
          {...hand}
        >
          <SheetCanvas {...drawn} />
          <SheetMarks {...{ sheet, marks, said }} />
          <MarkHandles {...{ sheet, view, held, placeOf }} />
        </Paper>
      </Scroll>
      <MarkList held={held} said={said} leads={view.leadNames} />
    </>
  );
}
