/**
 * Places the lines of a full disclosure on its pages. The template sets the text beside the lines and the drawing sets
 * the signal, both by this table. Lines begin at whole multiples of their length, so that lines of an hour begin on the
 * hour.
 */
import type { disclosureMinutes } from '@rhythmdesk/contract/reports';

export type LineMinutes = (typeof disclosureMinutes)[number];

/** Position on an A4 page, in millimetres from its upper left corner. */
export const pageMm = {
  width: 210,
  height: 297,
  left: 15,
  right: 15,
  lines_top: 31,
  lines_height: 250,
} as const;
/** The time is printed before a line, its mean rate after it. */
export const traceMm = { left: 36, width: 150 } as const;

/** Each page contains whole hours. */
const linesByMinutes = { 1: 60, 2: 60, 5: 48, 10: 48 } as const satisfies Record<LineMinutes, number>;
/** Grid lines divide a line evenly: every ten seconds in a line of one minute, every minute in a line of ten. */
const ticksByMinutes = { 1: 6, 2: 8, 5: 5, 10: 10 } as const satisfies Record<LineMinutes, number>;

export type DisclosureLayout = {
  readonly line_ms: number;
  readonly lines_a_page: number;
  readonly pitch_mm: number;
  readonly ticks: number;
  /** Time at which the first line begins; at or before the start of the recording. */
  readonly first_ms: number;
  readonly lines: number;
  readonly pages: number;
};

export function layoutOf(minutes: LineMinutes, start_ms: number, end_ms: number): DisclosureLayout {
  const line_ms = Number(minutes) * 60_000;
  const lines_a_page = linesByMinutes[minutes];
  const first_ms = Math.floor(start_ms / line_ms) * line_ms;
  const lines = Math.max(1, Math.ceil((end_ms - first_ms) / line_ms));
  return {
    line_ms,
    lines_a_page,
    pitch_mm: pageMm.lines_height / lines_a_page,
    ticks: ticksByMinutes[minutes],
    first_ms,
    lines,
    pages: Math.ceil(lines / lines_a_page),
  };
}
