/**
 * Defines the tables of the engine's accuracy figures, without texts. `npm run bench:ecg` measures them and writes
 * `accuracy-figures.ts`; docs/accuracy.md and the product's page are made from that file.
 *
 * A new table or column needs its row here and its texts in the page (`texts/accuracy`, four languages); the code does
 * not compile until both exist.
 */
import { percent } from './beat-by-beat.ts';

/** The numbers in a cell, and so its format. */
type CellKind =
  /** [hits, of] as percent. */
  | 'percent'
  /** [hits, of] as percent, with the number counted. */
  | 'share'
  /** [hits, of]. */
  | 'ratio'
  /** [hits, of, hits, of]: sensitivity and positive predictivity as percent. */
  | 'pair'
  /** [median, lower quartile, upper quartile]. */
  | 'spread'
  /** [found, missed, false] as F1. */
  | 'f1'
  /** [median, tenth percentile] of F1 over records, in thousandths. */
  | 'f1_spread'
  /** Lower and upper bound of sensitivity, then of predictivity, in hundredths of a percent. */
  | 'pair_range'
  /** Lower and upper bound of the median, then of the tenth percentile, of F1 over records, in thousandths. */
  | 'f1_range'
  /** [hits, of] per thousand, with the number counted. */
  | 'per_mille'
  /** [count, seconds] as the count in 24 hours, with the hours counted. */
  | 'per_day'
  | 'count';

export const accuracyColumns = {
  qrs: 'pair',
  v: 'pair',
  s: 'pair',
  v_records: 'f1_spread',
  s_records: 'f1_spread',
  v_range: 'pair_range',
  s_range: 'pair_range',
  v_records_range: 'f1_range',
  s_records_range: 'f1_range',
  unread: 'percent',
  false_v: 'per_mille',
  false_s: 'per_mille',
  run_sensitivity: 'share',
  run_predictivity: 'share',
  under_70: 'share',
  from_70: 'share',
  from_90: 'share',
  from_98: 'share',
  all_time: 'pair',
  usable_time: 'pair',
  usable_noisy_time: 'pair',
  noisy_kept: 'percent',
  clean_lost: 'percent',
  af_found: 'percent',
  other_right: 'percent',
  flutter_called: 'percent',
  episodes: 'ratio',
  f1: 'f1',
  found: 'count',
  missed: 'count',
  wrong: 'count',
  wrong_per_day: 'per_day',
  waves: 'ratio',
  onset: 'spread',
  offset: 'spread',
} as const satisfies Record<string, CellKind>;
export type AccuracyColumn = keyof typeof accuracyColumns;

/** In order of display: first the results on recordings that the engine has not seen. */
export const accuracyTables = {
  trained_classes: ['v', 's', 'v_records', 's_records'],
  trained_intervals: ['v_range', 's_range', 'v_records_range', 's_records_range'],
  unseen: ['v', 's', 'v_records', 's_records'],
  unseen_intervals: ['v_range', 's_range', 'v_records_range', 's_records_range'],
  trained_false: ['false_v', 'false_s'],
  trained_runs: ['run_sensitivity', 'run_predictivity'],
  trained_certainty: ['under_70', 'from_70', 'from_90', 'from_98'],
  trained_detector: ['qrs', 'missed', 'wrong'],
  trained_motion: ['all_time', 'usable_time', 'usable_noisy_time', 'noisy_kept', 'clean_lost'],
  trained_af: ['af_found', 'other_right', 'flutter_called', 'episodes'],
  trained_strips: ['f1', 'found', 'missed', 'wrong'],
  beats: ['qrs', 'v', 's'],
  records: ['qrs', 'v', 's', 'unread'],
  motion: ['all_time', 'usable_time', 'usable_noisy_time', 'noisy_kept', 'clean_lost'],
  af: ['af_found', 'other_right', 'flutter_called', 'episodes'],
  strips: ['f1', 'found', 'missed', 'wrong'],
  flutter: ['episodes', 'wrong', 'wrong_per_day'],
  waves: ['waves', 'onset', 'offset'],
} as const satisfies Record<string, readonly AccuracyColumn[]>;
export type AccuracyTable = keyof typeof accuracyTables;

/** Rows with texts of their own; any other name is that of a recording and is shown as it is. */
const accuracyRows = [
  'first_lead',
  'second_lead',
  'both_leads',
  'first_lead_250_hz',
  'first_lead_inverted',
  'first_lead_third',
  'mitdb_first',
  'mitdb_first_without',
  'mitdb_second',
  'mitdb_second_without',
  'mitdb_both',
  'mitdb_both_without',
  'svdb_first',
  'svdb_first_without',
  'svdb_second',
  'svdb_second_without',
  'svdb_both',
  'svdb_both_without',
  'normal_strips',
  'v_couplet_run',
  'v_short_run',
  'v_long_run',
  's_couplet_run',
  's_short_run',
  's_long_run',
  'class_n',
  'class_s',
  'class_v',
  'ltafdb_without',
  'motion_copies',
  'synthetic_motion',
  'synthetic_motion_without',
  'all',
] as const;
export type AccuracyRowName = (typeof accuracyRows)[number];

export type AccuracyRow = { readonly name: string; readonly cells: readonly (readonly number[])[] };
export type AccuracyFigures = {
  readonly engine_version: string;
  readonly tables: Readonly<Record<AccuracyTable, readonly AccuracyRow[]>>;
};

export const accuracyTableKeys = Object.keys(accuracyTables).filter(
  (key): key is AccuracyTable => key in accuracyTables,
);

export const isAccuracyRowName = (name: string): name is AccuracyRowName =>
  accuracyRows.some((known) => known === name);

const share = (hits: number, of: number): string => (of === 0 ? '–' : percent({ hits, of }).toFixed(2));
const signed = (value: number): string => value.toFixed(0).replace('-', '−');

const range = (low: number, high: number, digits: number): string =>
  `${low.toFixed(digits)} … ${high.toFixed(digits)}`;

/** Returns a cell's text, which is the same in every language. */
export function accuracyCell(
  column: AccuracyColumn,
  [a = 0, b = 0, c = 0, d = 0]: readonly number[],
): string {
  const kind: CellKind = accuracyColumns[column];
  switch (kind) {
    case 'percent':
      return share(a, b);
    case 'share':
      return `${share(a, b)} (${b})`;
    case 'ratio':
      return `${a} / ${b}`;
    case 'pair':
      return `${share(a, b)} / ${share(c, d)}`;
    case 'spread':
      return `${signed(a)} (${signed(b)} … ${signed(c)})`;
    case 'f1':
      return ((2 * a) / (2 * a + b + c)).toFixed(3);
    case 'f1_spread':
      return `${(a / 1000).toFixed(2)} (${(b / 1000).toFixed(2)})`;
    case 'pair_range':
      return `${range(a / 100, b / 100, 1)} / ${range(c / 100, d / 100, 1)}`;
    case 'f1_range':
      return `${range(a / 1000, b / 1000, 2)} (${range(c / 1000, d / 1000, 2)})`;
    case 'per_mille':
      return b === 0 ? '–' : `${((1000 * a) / b).toFixed(1)} (${b})`;
    case 'per_day':
      return `${((86_400 * a) / b).toFixed(1)} (${Math.round(b / 3600)} h)`;
    case 'count':
      return String(a);
  }
}
