/** The readers' refusals of a file, as the reasons of this page. */
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

const isRecordingFault = (code: FormatFault): code is RecordingFault => code in reasonOf;

export function formatRefusal({ code, detail }: FormatRefusal, entry: string): CheckRefusal {
  const { row, column } = detail;
  const place = {
    ...(typeof row === 'number' ? { row } : {}),
    ...(typeof column === 'string' ? { column } : {}),
  };
  return new CheckRefusal(isRecordingFault(code) ? reasonOf[code] : 'zip-unreadable', entry, place);
}
