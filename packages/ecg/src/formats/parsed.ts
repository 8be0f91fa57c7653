// Defines the result of reading foreign bytes: the value, or a refusal with a code that the page shows in four
// languages. Bad input never throws; an exception from these readers is a bug.

/** Every reason for which a file is refused. The page has the texts for them. */
export const formatFaults = [
  'trace/too-short',
  'trace/magic',
  'trace/version',
  'trace/header-bytes',
  'trace/leads',
  'trace/reserved-not-zero',
  'trace/sampling-hz',
  'trace/start',
  'trace/samples',
  'trace/too-long',
  'trace/hn-id',
  'trace/lead-label',
  'trace/lead-gain',
  'trace/file-length',
  'view/too-short',
  'view/magic',
  'view/version',
  'view/leads',
  'view/samples-per-bucket',
  'view/buckets',
  'view/reserved-not-zero',
  'view/file-length',
  'csv/too-large',
  'csv/not-utf8',
  'csv/quote',
  'csv/empty',
  'csv/missing-column',
  'csv/duplicate-column',
  'csv/field-count',
  'csv/too-many-rows',
  'csv/number',
  'csv/time',
  'csv/word',
  'summary/no-rows',
  'summary/hour-order',
  'file/unknown-format',
  'file/foreign-format',
  'file/several-recordings',
  'file/no-signal',
  'file/unknown-unit',
  'file/no-scale',
  'file/damaged',
  'wfdb/header-line',
  'wfdb/segments',
  'wfdb/file-missing',
  'wfdb/signal-format',
  'wfdb/annotation',
  'edf/too-short',
  'edf/version',
  'edf/header-field',
  'edf/signals',
  'edf/record-time',
  'edf/too-many-notes',
  'ishne/too-short',
  'ishne/magic',
  'ishne/header-field',
  'scp/too-short',
  'scp/checksum',
  'scp/section',
  'scp/leads',
  'scp/huffman',
  'scp/unsupported',
  'dicom/unreadable',
  'dicom/syntax',
  'dicom/no-waveform',
  'dicom/field',
  'dicom/sample-form',
  'dicom/data-length',
  'mfer/no-waveform',
  'mfer/field',
  'mfer/unsupported',
  'mfer/too-many-frames',
  'aecg/unreadable',
  'aecg/root',
  'aecg/no-waveform',
  'aecg/time',
  'aecg/leads',
] as const;
export type FormatFault = (typeof formatFaults)[number];

export interface FormatRefusal {
  readonly ok: false;
  readonly code: FormatFault;
  /** Facts for the message: row, column, lead (1-based), found, expected. */
  readonly detail: Readonly<Record<string, string | number>>;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | FormatRefusal;

export function refuse(
  code: FormatFault,
  detail: Readonly<Record<string, string | number>> = {},
): FormatRefusal {
  const clipped: Record<string, string | number> = {};
  for (const [key, fact] of Object.entries(detail))
    clipped[key] = typeof fact === 'string' ? clip(fact) : fact;
  return { ok: false, code, detail: clipped };
}

/** Shortens a text for a message: a file's own text may be megabytes long. */
function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export function parsed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}
