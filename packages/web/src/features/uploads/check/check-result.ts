/**
 * Defines the result of checking one file in the page: the facts that could be read, and the first reason to refuse it.
 */
import { z } from 'zod';
import { requiredFiles, type RequiredFile } from '@rhythmdesk/domain/case/recording-files';
import { zipFaults } from '@rhythmdesk/domain/case/zip-faults';

/** Why this page refuses a file; `texts/uploads` has the reason and the remedy of each. */
const checkReasons = [
  'empty',
  ...zipFaults,
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
  'source-unknown',
  'source-foreign',
  'source-picture',
  'source-table',
  'source-damaged',
  'source-unsupported',
  'source-leads',
  'source-rate',
  'source-long',
  'source-large',
  'source-empty',
  'source-unit',
  'source-scale',
  'source-file-missing',
  'source-header-missing',
] as const;
export type CheckReason = (typeof checkReasons)[number];

export const checkFault = z.object({
  reason: z.enum(checkReasons),
  /** The faulty entry in a displayable form; empty if the zip as a whole is faulty. */
  entry: z.string(),
  row: z.number().nullable(),
  column: z.string().nullable(),
  /** The name of the file's format, if it is one that cannot be converted. */
  format: z.string().nullable().default(null),
});
export type CheckFault = Readonly<z.output<typeof checkFault>>;

const share = z.number().min(0).max(1);
export const leadFacts = z.object({ label: z.string(), signal_share: share.nullable() });

const traceFacts = z.object({
  hn_id: z.string(),
  start_ms: z.number(),
  duration_ms: z.number(),
  sampling_hz: z.number(),
  leads: z.array(leadFacts),
});
export type TraceFacts = z.output<typeof traceFacts>;

export const coverage = z.object({
  /** Share of the time in which any lead has signal. */
  share,
  /** Stretches in which no lead has signal, as shares of the length. */
  gaps: z.array(z.object({ from: share, to: share })),
});
export type Coverage = z.output<typeof coverage>;

export const preview = z.object({
  samples: z.instanceof(Int16Array<ArrayBuffer>),
  start_ms: z.number(),
  lead: z.object({ label: z.string(), gain_uv_per_lsb: z.number(), zero_lsb: z.number() }),
});
export type Preview = z.output<typeof preview>;

const fileState = z.enum(['sound', 'bad', 'missing']);

export const checkResult = z.object({
  fault: checkFault.nullable(),
  /** Which of the four files exist and are valid so far. */
  files: z.object({
    'Report.pdf': fileState,
    'TraceData.dat': fileState,
    'TraceViewData.dat': fileState,
    'SummaryData.csv': fileState,
  } satisfies Record<RequiredFile, z.ZodType>),
  facts: traceFacts.nullable(),
  coverage: coverage.nullable(),
  preview: preview.nullable(),
  fingerprint: z.string(),
});
export type CheckResult = z.output<typeof checkResult>;

export class CheckRefusal extends Error {
  readonly fault: CheckFault;
  constructor(
    reason: CheckReason,
    entry = '',
    place: { row?: number; column?: string; format?: string } = {},
  ) {
    super(reason);
    this.name = 'CheckRefusal';
    const { row = null, column = null, format = null } = place;
    this.fault = { reason, entry: shownName(entry), row, column, format };
  }
}

/** Removes characters from an entry's name that could reverse text or break a line. */
function shownName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '\ufffd').slice(0, 80);
}

/** Returns the result for a file that could not be opened. */
export function refusedResult(fault: CheckFault, fingerprint = ''): CheckResult {
  return { fault, files: noFiles(), facts: null, coverage: null, preview: null, fingerprint };
}

const noFiles = (): CheckResult['files'] => filesAs(() => 'missing');

export function filesAs(stateOf: (file: RequiredFile) => 'sound' | 'bad' | 'missing'): CheckResult['files'] {
  const [report, trace, view, summary] = requiredFiles;
  return {
    [report]: stateOf(report),
    [trace]: stateOf(trace),
    [view]: stateOf(view),
    [summary]: stateOf(summary),
  };
}
