/** Provides the text of a refusal on this page: the reason, and what to do. */
import { useTranslation } from 'react-i18next';
import { requiredFiles } from '@rhythmdesk/domain/case/recording-files';
import type { CheckResult } from '../check/check-result.ts';
import type { Refusal } from './verdict.ts';

/** The remedy for each reason. */
const todoOf = {
  empty: 'copy-again',
  broken: 'copy-again',
  'zip-unreadable': 'export-again',
  'zip-truncated': 'copy-again',
  'zip-entry-count': 'export-again',
  'zip-folders': 'export-again',
  'zip-overlap': 'copy-again',
  'entry-missing': 'export-again',
  'entry-duplicate': 'export-again',
  'entry-spelling': 'export-again',
  'entry-unexpected': 'take-out',
  'entry-name': 'export-again',
  'entry-name-differs': 'export-again',
  'entry-encrypted': 'no-password',
  'entry-method': 'export-again',
  'entry-link': 'take-out',
  'entry-device': 'take-out',
  'entry-nested-zip': 'take-out',
  'entry-crc': 'copy-again',
  'entry-size': 'copy-again',
  'trace-format': 'export-again',
  'trace-value': 'export-again',
  'trace-length': 'copy-again',
  'trace-hn-id': 'set-hn-id',
  'view-format': 'export-again',
  'view-length': 'export-again',
  'table-text': 'export-again',
  'table-column': 'export-again',
  'table-cell': 'export-again',
  'table-order': 'export-again',
  'table-size': 'export-again',
  pdf: 'export-again',
  'source-unknown': 'choose-recording',
  'source-foreign': 'standard-format',
  'source-picture': 'standard-format',
  'source-table': 'standard-format',
  'source-damaged': 'copy-again',
  'source-unsupported': 'other-format',
  'source-leads': 'other-format',
  'source-rate': 'other-format',
  'source-long': 'shorter',
  'source-large': 'shorter',
  'source-empty': 'copy-again',
  'source-unit': 'other-format',
  'source-scale': 'other-format',
  'source-file-missing': 'drop-together',
  'source-header-missing': 'drop-together',
  'hn-taken': 'look-up',
  'hn-twice': 'remove-one',
} as const satisfies Record<Refusal['reason'], string>;

export function useRefusalWords() {
  const { t } = useTranslation('upload-refusals');
  return (refusal: Refusal, result: CheckResult | null, hn_id: string) => {
    const place =
      'row' in refusal
        ? { row: refusal.row ?? 0, column: refusal.column ?? '', format: refusal.format ?? '' }
        : { row: 0, column: '', format: '' };
    const entry = 'entry' in refusal ? refusal.entry : '';
    const why = t(`reason.${refusal.reason}`, { entry, hn_id, ...place });
    const found = requiredFiles.filter((file) => result?.files[file] !== 'missing').length;
    const counted = refusal.reason === 'entry-missing' ? t('files-there', { count: found }) : '';
    return { why, counted, todo: t(`todo.${todoOf[refusal.reason]}`) };
  };
}
