/** Maps the readers' refusals of a file to the reasons of this page. */
import type { FormatFault, FormatRefusal } from '@rhythmdesk/ecg/formats/parsed';
import { CheckRefusal, type CheckReason } from './check-result.ts';

type RecordingFault = Extract<FormatFault, `${'trace' | 'view' | 'csv' | 'summary'}/${string}`>;

const reasonOf = {
  'trace/too-short': 'trace-format',
  'trace/magic': 'trace-format',
  'trace/version': 'trace-format',
  'trace/header-bytes': 'trace-format',
  'trace/leads': 'trace-value',
  'trace/reserved-not-zero': 'trace-format',
  'trace/sampling-hz': 'trace-value',
  'trace/start': 'trace-value',
  'trace/samples': 'trace-value',
  'trace/too-long': 'trace-value',
  'trace/hn-id': 'trace-hn-id',
  'trace/lead-label': 'trace-value',
  'trace/lead-gain': 'trace-value',
  'trace/file-length': 'trace-length',
  'view/too-short': 'view-format',
  'view/magic': 'view-format',
  'view/version': 'view-format',
  'view/leads': 'view-length',
  'view/samples-per-bucket': 'view-format',
  'view/buckets': 'view-length',
  'view/reserved-not-zero': 'view-format',
  'view/file-length': 'view-length',
  'csv/too-large': 'table-size',
  'csv/not-utf8': 'table-text',
  'csv/quote': 'table-text',
  'csv/empty': 'table-text',
  'csv/missing-column': 'table-column',
  'csv/duplicate-column': 'table-column',
  'csv/field-count': 'table-column',
  'csv/too-many-rows': 'table-size',
  'csv/number': 'table-cell',
  'csv/time': 'table-cell',
  'csv/word': 'table-cell',
  'summary/no-rows': 'table-order',
  'summary/hour-order': 'table-order',
} as const satisfies Record<RecordingFault, CheckReason>;

type SourceFault =
  | Exclude<FormatFault, RecordingFault>
  | `trace/${'leads' | 'samples' | 'sampling-hz' | 'too-long'}`;

/** Refusals of files in other formats; `entry` in the texts is the file. */
const sourceReasonOf = {
  'trace/leads': 'source-leads',
  'trace/samples': 'source-empty',
  'trace/sampling-hz': 'source-rate',
  'trace/too-long': 'source-long',
  'file/unknown-format': 'source-unknown',
  'file/foreign-format': 'source-foreign',
  'file/several-recordings': 'source-damaged',
  'file/no-signal': 'source-leads',
  'file/unknown-unit': 'source-unit',
  'file/no-scale': 'source-scale',
  'file/damaged': 'source-damaged',
  'wfdb/header-line': 'source-damaged',
  'wfdb/segments': 'source-unsupported',
  'wfdb/file-missing': 'source-file-missing',
  'wfdb/signal-format': 'source-unsupported',
  'wfdb/annotation': 'source-damaged',
  'edf/too-short': 'source-damaged',
  'edf/version': 'source-damaged',
  'edf/header-field': 'source-damaged',
  'edf/signals': 'source-damaged',
  'edf/record-time': 'source-damaged',
  'edf/too-many-notes': 'source-damaged',
  'ishne/too-short': 'source-damaged',
  'ishne/magic': 'source-damaged',
  'ishne/header-field': 'source-damaged',
  'scp/too-short': 'source-damaged',
  'scp/checksum': 'source-damaged',
  'scp/section': 'source-damaged',
  'scp/leads': 'source-damaged',
  'scp/huffman': 'source-damaged',
  'scp/unsupported': 'source-unsupported',
  'dicom/unreadable': 'source-damaged',
  'dicom/syntax': 'source-unsupported',
  'dicom/no-waveform': 'source-leads',
  'dicom/field': 'source-damaged',
  'dicom/sample-form': 'source-unsupported',
  'dicom/data-length': 'source-damaged',
  'mfer/no-waveform': 'source-empty',
  'mfer/field': 'source-damaged',
  'mfer/unsupported': 'source-unsupported',
  'mfer/too-many-frames': 'source-large',
  'aecg/unreadable': 'source-damaged',
  'aecg/root': 'source-damaged',
  'aecg/no-waveform': 'source-leads',
  'aecg/time': 'source-damaged',
  'aecg/leads': 'source-damaged',
} as const satisfies Record<SourceFault, CheckReason>;

/** The formats whose forms are refused by name. */
const formatOfForm: Partial<Record<FormatFault, string>> = {
  'wfdb/segments': 'WFDB segments of segments',
  'wfdb/signal-format': 'WFDB signal format',
  'scp/unsupported': 'SCP-ECG:',
  'dicom/syntax': 'DICOM transfer syntax',
  'dicom/sample-form': 'DICOM samples',
  'mfer/unsupported': 'MFER:',
};

const isSourceFault = (code: FormatFault): code is SourceFault => code in sourceReasonOf;

/** Returns a refusal of a file that is to be converted, or of one of the files that belong to it. */
export function sourceRefusal({ code, detail }: FormatRefusal, file: string): CheckRefusal {
  const missing = code === 'wfdb/file-missing' && typeof detail['file'] === 'string' ? detail['file'] : file;
  const form = formatOfForm[code];
  const format = form === undefined ? {} : { format: `${form} ${detail['found'] ?? ''}`.trim() };
  return new CheckRefusal(isSourceFault(code) ? sourceReasonOf[code] : 'source-damaged', missing, format);
}

const isRecordingFault = (code: FormatFault): code is RecordingFault => code in reasonOf;

export function formatRefusal({ code, detail }: FormatRefusal, entry: string): CheckRefusal {
  const { row, column } = detail;
  const place = {
    ...(typeof row === 'number' ? { row } : {}),
    ...(typeof column === 'string' ? { column } : {}),
  };
  return new CheckRefusal(isRecordingFault(code) ? reasonOf[code] : 'zip-unreadable', entry, place);
}
