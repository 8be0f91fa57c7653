// Detects the recording format of a file by its first bytes. Its name decides only for WFDB headers, which have no
// signature.

export type SourceFormat = 'wfdb' | 'edf' | 'bdf' | 'ishne' | 'scp' | 'dicom' | 'aecg' | 'mfer';

/** Number of first bytes of a file that are examined. */
export const detectBytes = 4096;

function says(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The version of an EDF is 0; some writers pad it with zeros. */
function isEdf(bytes: Uint8Array): boolean {
  return says(bytes, 0, '0') && [1, 2, 3, 4, 5, 6, 7].every((at) => bytes[at] === 0x20 || bytes[at] === 0);
}

/** Tells whether a DICOM data set begins without the preamble: with an element of group 0002 or 0008. */
function isBareDicom(bytes: Uint8Array): boolean {
  const word = (at: number) => (bytes[at] ?? -1) | ((bytes[at + 1] ?? -1) << 8);
  const isFirst = (word(0) === 2 && word(2) <= 2) || (word(0) === 8 && word(2) <= 0x18);
  const isExplicit = /^(?:UL|OB|UI|CS|DA|TM|SH|LO)$/.test(String.fromCharCode(bytes[4] ?? 0, bytes[5] ?? 0));
  const length = isExplicit ? word(6) : word(4);
  return isFirst && length >= 0 && length <= 64 && (isExplicit || word(6) === 0) && bytes.length > 16;
}

/**
 * Tells whether the bytes start with section 0 of an SCP-ECG file: number 0, and the pointer to itself first in its
 * list.
 */
function isScp(bytes: Uint8Array): boolean {
  if (says(bytes, 16, 'SCPECG')) return true;
  const word = (at: number) => (bytes[at] ?? -1) | ((bytes[at + 1] ?? -1) << 8);
  return bytes.length >= 32 && word(8) === 0 && word(22) === 0 && word(28) === 7 && word(30) === 0;
}

/** Tells whether an MFER file begins: with its preamble, or with the byte order and another element of the standard. */
function isMfer(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x40 && says(bytes, 2, 'MFR')) return true;
  const [tag = 0, length = 0] = bytes.subarray(3, 5);
  const isOrder = bytes[0] === 1 && bytes[1] === 1 && (bytes[2] === 0 || bytes[2] === 1);
  return isOrder && ((tag >= 2 && tag <= 0x17) || tag === 0x3f || tag === 0x40) && length > 0 && length < 128;
}

function isAecg(bytes: Uint8Array): boolean {
  // UTF-16 has a zero next to each ASCII letter.
  const letters = new TextDecoder('latin1').decode(bytes.subarray(0, detectBytes)).replace(/\0/g, '');
  return (
    /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(letters) && /<(?:\w+:)?AnnotatedECG[\s>]/.test(letters)
  );
}

/**
 * Returns the format of a file with these first bytes, or null if it is unknown. A WFDB signal file by itself is
 * unknown.
 */
export function detectFormat(name: string, head: Uint8Array): SourceFormat | null {
  if (says(head, 0, 'ISHNE1.0')) return 'ishne';
  if (head[0] === 0xff && says(head, 1, 'BIOSEMI')) return 'bdf';
  if (isEdf(head)) return 'edf';
  if (says(head, 128, 'DICM') || isBareDicom(head)) return 'dicom';
  if (/\.hea$/i.test(name)) return 'wfdb';
  if (isScp(head)) return 'scp';
  if (isMfer(head)) return 'mfer';
  return isAecg(head) ? 'aecg' : null;
}
