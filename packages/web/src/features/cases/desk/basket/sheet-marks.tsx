/** Draws the marks of a strip over its paper: arrows, texts, and calipers with their figures. */
import { styled } from '@mui/material/styles';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { bandOf, sheetX, sheetY, type StripSheet } from '../../../../trace/paint/strip-sheet.ts';

const Layer = styled('svg')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  pointerEvents: 'none',
  fill: 'none',
  stroke: theme.vars.palette.ecg.caliper,
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& text': {
    fill: theme.vars.palette.ecg.caliper,
    stroke: theme.vars.palette.ecg.paper,
    strokeWidth: 4,
    paintOrder: 'stroke',
    fontSize: textSize.small,
    fontWeight: 600,
    dominantBaseline: 'middle',
  },
}));

type MarkProps = {
  readonly sheet: StripSheet;
  readonly mark: StripMark;
  readonly said: string;
  /** Index among the calipers of its lead, from 0. */
  readonly place: number;
};

const headPx = 9;
const linePx = 15;
const textGapPx = 9;

function Arrow({ sheet, mark, said }: MarkProps & { mark: Extract<StripMark, { of: 'arrow' }> }) {
  const band = bandOf(sheet, mark.lead);
  if (band === undefined) return null;
  const [x1, x2] = [sheetX(sheet, mark.sample), sheetX(sheet, mark.to_sample)];
  const [y1, y2] = [sheetY(sheet, band, mark.uv), sheetY(sheet, band, mark.to_uv)];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number): string =>
    `${String(x2 - headPx * Math.cos(angle + turn))} ${String(y2 - headPx * Math.sin(angle + turn))}`;
  return (
    <>
      <path
        d={`M${String(x1)} ${String(y1)}L${String(x2)} ${String(y2)}M${wing(0.45)}L${String(x2)} ${String(y2)}L${wing(-0.45)}`}
      />
      <text x={x1} y={y1 + (y2 >= y1 ? -textGapPx : textGapPx)} textAnchor="middle">
        {said}
      </text>
    </>
  );
}

function Caliper({ sheet, mark, said, place }: MarkProps & { mark: Extract<StripMark, { of: 'caliper' }> }) {
  const band = bandOf(sheet, mark.lead);
  if (band === undefined) return null;
  const [x1, x2] = [sheetX(sheet, mark.sample), sheetX(sheet, mark.to_sample)];
  const y = band.topPx + linePx / 2 + 4 + place * linePx;
  const post = (x: number): string => `M${String(x)} ${String(band.topPx + 2)}V${String(band.bottomPx - 2)}`;
  return (
    <>
      <path d={`${post(x1)}${post(x2)}M${String(x1)} ${String(y)}H${String(x2)}`} />
      <text x={(x1 + x2) / 2} y={y} textAnchor="middle">
        {said}
      </text>
    </>
  );
}

function Mark(props: MarkProps) {
  const { sheet, mark, said } = props;
  if (mark.of === 'arrow') return <Arrow {...props} mark={mark} />;
  if (mark.of === 'caliper') return <Caliper {...props} mark={mark} />;
  const band = bandOf(sheet, mark.lead);
  return band === undefined ? null : (
    <text x={sheetX(sheet, mark.sample)} y={sheetY(sheet, band, mark.uv)}>
      {said}
    </text>
  );
}

type MarksProps = {
  readonly sheet: StripSheet;
  readonly marks: readonly StripMark[];
  /** The text of each mark. */
  readonly said: readonly string[];
};

export function SheetMarks({ sheet, marks, said }: MarksProps) {
  return (
    <Layer width={sheet.widthPx} height={sheet.heightPx} aria-hidden="true">
      {marks.map((mark, i) => {
        const isBefore = (other: StripMark, at: number): boolean =>
          at < i && other.of === 'caliper' && other.lead === mark.lead;
        return (
          <Mark key={i} {...{ sheet, mark }} said={said[i] ?? ''} place={marks.filter(isBefore).length} />
        );
      })}
    </Layer>
  );
}
