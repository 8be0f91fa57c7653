/** Draws the wedge between two scales. */
import { lensOnLine } from '../paint/renderer-lens.ts';
import { drawWedge, wedgePx } from '../paint/renderer-wedge.ts';
import type { WedgeEnds } from '../paint/renderer-wedge.ts';
import { pageSpan } from '../paint/disclosure-picture.ts';
import { plotLeftPx, plotWidthPx } from './stage-sizes.ts';
import type { Stage } from './stage.ts';
import { disclosureLines, lineOf, lineSpan } from '../time/time-scale.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { TraceCanvas } from './trace-canvas.tsx';
import { stripSpan } from '../time/view.ts';

function trendEnds(stage: Stage): WedgeEnds | null {
  const scene = stage.scene();
  if (scene === null) return null;
  const { trend, narrow } = stage.sizes.get();
  const view = stage.view.get();
  const left = plotLeftPx(narrow);
  const width = plotWidthPx(trend, narrow);
  const page = pageSpan(scene, view, stage.disclosureSize());
  const shown = view.trend.end - view.trend.start;
  const xOf = (sample: number): number => {
    const share = (sample - view.trend.start) / shown;
    return left + Math.min(1, Math.max(0, share)) * width;
  };
  return { lensFromPx: xOf(page.start), lensToPx: xOf(page.end), fullFromPx: left, fullToPx: left + width };
}

/** The wedge starts at the frame on the line where the strip begins, even if the frame continues on the next line. */
function stripEnds(stage: Stage): WedgeEnds | null {
  const scene = stage.scene();
  if (scene === null) return null;
  const view = stage.view.get();
  const frame = stage.frame();
  const page = stage.disclosureSize();
  const lines = disclosureLines(frame.clock, frame.lineMs);
  const span = lineSpan(frame.clock, lines, lineOf(frame.clock, lines, view.start));
  const lens = stripSpan(view, frame);
  const box = lensOnLine({ lens, plotLeftPx: page.plotLeftPx, plotWidthPx: page.plotWidthPx }, { span });
  if (box === null) return null;
  const full = stage.sizes.get().strip.widthPx;
  return { lensFromPx: box.fromPx, lensToPx: box.toPx, fullFromPx: stage.gutterPx(), fullToPx: full };
}

export function Wedge(props: { stage: Stage; from: 'trend' | 'disclosure'; colours: TraceColours }) {
  const { stage, from, colours } = props;
  const endsNow = (): WedgeEnds | null => (from === 'trend' ? trendEnds(stage) : stripEnds(stage));
  return (
    <TraceCanvas
      painter={stage.painter}
      heightPx={wedgePx}
      follows={() => [colours, ...Object.values(endsNow() ?? {})]}
      draw={(ctx, surface) => {
        const ends = endsNow();
        if (ends !== null) drawWedge(ctx, surface.widthPx, ends, colours);
      }}
    />
  );
}
