import { expect, test } from 'vitest';
import { refusals } from '../kit/refusal.ts';
import { readLibraryFaults, zipFaults, zipRefusal } from './zip-faults.ts';

test.each(zipFaults)('%s has its own refusal', (fault) => {
  expect(Object.keys(refusals)).toContain(zipRefusal(fault));
});

test('an error of the library is recognised by its message, an ambiguous archive by its warning', () => {
  const faultOf = readLibraryFaults({
    ERR_OVERLAPPING_ENTRY: 'overlap',
    ERR_ENTRY_DATA_OUT_OF_BOUNDS: 'bounds',
    ERR_ENCRYPTED: 'encrypted',
    ERR_UNSUPPORTED_ENCRYPTION: 'encryption',
    ERR_ENCRYPTED_CENTRAL_DIRECTORY: 'directory',
    ERR_UNSUPPORTED_COMPRESSION: 'compression',
    WARNING_MISMATCHED_LOCAL_FILE_HEADER_FILENAME: 'filename',
    WARNING_MISMATCHED_LOCAL_FILE_HEADER_CRC32_OR_SIZES: 'sizes',
    WARNING_DUPLICATE_FILENAME: 'twice',
  });
  expect(faultOf('overlap', undefined)).toBe('zip-overlap');
  expect(faultOf('ambiguous', 'twice')).toBe('entry-duplicate');
  expect(faultOf('ambiguous', 'another')).toBe('zip-unreadable');
  expect(faultOf('unheard of', undefined)).toBe('zip-unreadable');
});
