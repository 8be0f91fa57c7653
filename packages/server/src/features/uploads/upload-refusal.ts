/**
 * Describes why an upload is refused: the code that a 422 or 409 response would have, the faulty entry, and facts for
 * its text.
 */
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { FormatFault, FormatRefusal, Parsed } from '@rhythmdesk/ecg/formats/parsed';

export type RefusalFacts = Readonly<Record<string, string | number>>;

export class UploadRefusal extends Error {
  readonly code: RefusalCode;
  /** Name that is safe to show and store; null if the zip as a whole is at fault. */
  readonly entry: string | null;
  readonly parameters: RefusalFacts;

  constructor(code: RefusalCode, entry: string | null = null, parameters: RefusalFacts = {}) {
    super(code);
    this.name = 'UploadRefusal';
    this.code = code;
    this.entry = entry === null ? null : shownName(entry);
    this.parameters = parameters;
  }
}

const longestName = 160;

/**
 * Returns an entry's name for display: it contains nothing that reverses text, breaks a line or ends a string in the
 * database.
 */
function shownName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '\ufffd').slice(0, longestName);
}

type TableFault = Extract<FormatFault, `csv/${string}`>;
type TableCodes = Readonly<Record<TableFault, RefusalCode>>;

const summaryTable: TableCodes = {
  'csv/too-large': 'file/too-large',
  'csv/not-utf8': 'upload/summary-text',
  'csv/quote': 'upload/summary-text',
  'csv/empty': 'upload/summary-column',
  'csv/missing-column': 'upload/summary-column',
  'csv/duplicate-column': 'upload/summary-column',
  'csv/field-count': 'upload/summary-column',
  'csv/too-many-rows': 'upload/summary-sequence',
  'csv/number': 'upload/summary-number',
  'csv/time': 'upload/summary-time',
  'csv/word': 'upload/summary-text',
};

const eventsTable: TableCodes = {
  'csv/too-large': 'file/too-large',
  'csv/not-utf8': 'upload/events-text',
  'csv/quote': 'upload/events-text',
  'csv/empty': 'upload/events-column',
  'csv/missing-column': 'upload/events-column',
  'csv/duplicate-column': 'upload/events-column',
  'csv/field-count': 'upload/events-column',
  'csv/too-many-rows': 'file/too-large',
  'csv/number': 'upload/events-text',
  'csv/time': 'upload/events-time',
  'csv/word': 'upload/events-kind',
};

const signalCodes: Readonly<
  Record<Extract<FormatFault, `trace/${string}` | `view/${string}` | `summary/${string}`>, RefusalCode>
> = {
  'trace/too-short': 'upload/trace-short',
  'trace/magic': 'upload/trace-magic',
  'trace/version': 'upload/trace-version',
  'trace/header-bytes': 'upload/trace-header-size',
  'trace/leads': 'upload/trace-leads',
  'trace/reserved-not-zero': 'upload/trace-reserved',
  'trace/sampling-hz': 'upload/trace-frequency',
  'trace/start': 'upload/trace-start',
  'trace/samples': 'upload/trace-samples',
  'trace/too-long': 'upload/trace-duration',
  'trace/hn-id': 'upload/trace-hn-id',
  'trace/lead-label': 'upload/trace-lead-label',
  'trace/lead-gain': 'upload/trace-lead-gain',
  'trace/file-length': 'upload/trace-length',
  'view/too-short': 'upload/view-short',
  'view/magic': 'upload/view-magic',
  'view/version': 'upload/view-version',
  'view/leads': 'upload/view-leads',
  'view/samples-per-bucket': 'upload/view-buckets',
  'view/buckets': 'upload/view-buckets',
  'view/reserved-not-zero': 'upload/view-reserved',
  'view/file-length': 'upload/view-length',
  'summary/no-rows': 'upload/summary-sequence',
  'summary/hour-order': 'upload/summary-sequence',
};

function codeOf({ code }: FormatRefusal, table: TableCodes): RefusalCode {
  const codes: Readonly<Partial<Record<FormatFault, RefusalCode>>> = { ...table, ...signalCodes };
  const found = codes[code];
  if (found === undefined) throw new Error(`no refusal for ${code}`);
  return found;
}

/** Returns the value that a parser of the recording's files read, or throws its refusal. */
export function valueOr<Value>(read: Parsed<Value>, entry: string): Value {
  if (read.ok) return read.value;
  const table = entry.endsWith('Events.csv') ? eventsTable : summaryTable;
  throw new UploadRefusal(codeOf(read, table), entry, read.detail);
}
