/**
 * Lists what can be wrong with a zip and its entries. The page has a sentence for each fault; the server's refusal code
 * is `upload/` and the same word.
 */
import type { RefusalCode } from '../kit/refusal.ts';

export const zipFaults = [
  'zip-unreadable',
  'zip-truncated',
  'zip-entry-count',
  'zip-folders',
  'zip-overlap',
  'entry-missing',
  'entry-duplicate',
  'entry-spelling',
  'entry-unexpected',
  'entry-name',
  'entry-name-differs',
  'entry-encrypted',
  'entry-method',
  'entry-link',
  'entry-device',
  'entry-nested-zip',
  'entry-crc',
  'entry-size',
] as const;
export type ZipFault = (typeof zipFaults)[number];

export function zipRefusal(fault: ZipFault): RefusalCode & `upload/${ZipFault}` {
  return `upload/${fault}`;
}

/** The errors of the zip library, by the names of its constants. */
const faultOfError = {
  ERR_OVERLAPPING_ENTRY: 'zip-overlap',
  ERR_ENTRY_DATA_OUT_OF_BOUNDS: 'zip-truncated',
  ERR_ENCRYPTED: 'entry-encrypted',
  ERR_UNSUPPORTED_ENCRYPTION: 'entry-encrypted',
  ERR_ENCRYPTED_CENTRAL_DIRECTORY: 'entry-encrypted',
  ERR_UNSUPPORTED_COMPRESSION: 'entry-method',
} as const satisfies Record<string, ZipFault>;

/** The library's reasons for calling an archive ambiguous. */
const faultOfWarning = {
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_FILENAME: 'entry-name-differs',
  WARNING_MISMATCHED_LOCAL_FILE_HEADER_CRC32_OR_SIZES: 'entry-size',
  WARNING_DUPLICATE_FILENAME: 'entry-duplicate',
} as const satisfies Record<string, ZipFault>;

type LibraryWord = keyof typeof faultOfError | keyof typeof faultOfWarning;

/** Returns a function that maps an error of the library to a fault; `words` are the library's own constants. */
export function readLibraryFaults(
  words: Readonly<Record<LibraryWord, string>>,
): (message: string, warning: unknown) => ZipFault {
  const table: Readonly<Record<string, ZipFault>> = { ...faultOfError, ...faultOfWarning };
  const faults = new Map<unknown, ZipFault>();
  for (const [name, word] of Object.entries(words)) {
    const fault = table[name];
    if (fault !== undefined) faults.set(word, fault);
  }
  return (message, warning) => faults.get(message) ?? faults.get(warning) ?? 'zip-unreadable';
}
