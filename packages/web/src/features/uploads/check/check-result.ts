/** What the check of one file in the page says: the facts that could be read, and the first reason against it. */
import { requiredFiles, type RequiredFile } from './recording-files.ts';

/** Why this page refuses a file, each with words in `texts/uploads`: the reason, and what to do about it. */
export const checkReasons = [
  'extension',
  'empty',
  'zip-unreadable',
  'zip-cut-off',
  'zip-damaged',
  'zip-entry-count',
  'zip-folders',
  'entry-missing',
  'entry-twice',
  'entry-spelling',
  'entry-foreign',
  'entry-name',
  'entry-encrypted',
  'entry-kind',
  'entry-method',
  'trace-format',
  'trace-value',
  'trace-length',
  'trace-hn-id',
  'view-format',
  'view-length',
  'table-text',
  'table-column',
  'table-cell',
  'table-order',
  'table-size',
  'pdf',
] as const;
export type CheckReason = (typeof checkReasons)[number];

export type CheckFault = {
  readonly reason: CheckReason;
  /** The entry at fault, as it may be shown; empty where the zip as a whole is. */
  readonly entry: string;
  readonly row: number | null;
  readonly column: string | null;
};

export type TraceFacts = {
  readonly hn_id: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly sampling_hz: number;
  readonly leads: readonly { readonly label: string; readonly signal_share: number | null }[];
};

export type Coverage = {
  /** Share of the time in which any lead holds signal. */
  readonly share: number;
  /** Stretches in which no lead does, as shares of the length. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
};

export type Preview = {
  readonly samples: Int16Array<ArrayBuffer>;
  readonly start_ms: number;
  readonly lead: {
    readonly label: string;
    readonly gain_uv_per_lsb: number;
    readonly zero_lsb: number;
  };
};

export type CheckResult = {
  readonly fault: CheckFault | null;
  /** Which of the four files are there and sound so far. */
  readonly files: Readonly<Record<RequiredFile, 'sound' | 'bad' | 'missing'>>;
  readonly facts: TraceFacts | null;
  readonly coverage: Coverage | null;
  readonly preview: Preview | null;
  readonly fingerprint: string;
};

export class CheckRefusal extends Error {
  readonly fault: CheckFault;
  constructor(reason: CheckReason, entry = '', place: { row?: number; column?: string } = {}) {
    super(reason);
    this.name = 'CheckRefusal';
    this.fault = { reason, entry: shownName(entry), row: place.row ?? null, column: place.column ?? null };
  }
}

/** Nothing in an entry's name can turn text round or break a line. */
function shownName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '\ufffd').slice(0, 80);
}

export const noFiles = (): CheckResult['files'] => filesAs(() => 'missing');

export function filesAs(stateOf: (file: RequiredFile) => 'sound' | 'bad' | 'missing'): CheckResult['files'] {
  const [report, trace, view, summary] = requiredFiles;
  return {
    [report]: stateOf(report),
    [trace]: stateOf(trace),
    [view]: stateOf(view),
    [summary]: stateOf(summary),
  };
}
