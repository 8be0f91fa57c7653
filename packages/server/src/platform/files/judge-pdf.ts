/**
 * Checks whether bytes are a PDF that this product accepts: `%PDF-` within the first 1024 bytes, at least one page, and
 * not encrypted (recording format, Report.pdf). A PDF library counts the pages, not a text search.
 */
import { getDocument, InvalidPDFException, PasswordException } from 'unpdf/pdfjs';

export const pdfFaults = ['not-a-pdf', 'encrypted', 'no-pages'] as const;
export type PdfFault = (typeof pdfFaults)[number];

const headWithin = 1024;
const mark = Buffer.from('%PDF-', 'latin1');

/**
 * Returns the fault, or null if the bytes are accepted. It runs in the calling process, which must be one that can be
 * killed.
 */
export async function judgePdf(bytes: Uint8Array): Promise<PdfFault | null> {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, headWithin + mark.length),
  );
  if (head.indexOf(mark) === -1) return 'not-a-pdf';
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
  });
  try {
    const document = await task.promise;
    if (document.numPages < 1) return 'no-pages';
    const { info } = await document.getMetadata();
    return isEncrypted(info) ? 'encrypted' : null;
  } catch (fault) {
    if (fault instanceof PasswordException) return 'encrypted';
    if (fault instanceof InvalidPDFException) return 'not-a-pdf';
    return 'not-a-pdf';
  } finally {
    await task.destroy();
  }
}

/** With only an owner password anybody can open the file, but it is still encrypted. */
function isEncrypted(info: unknown): boolean {
  if (typeof info !== 'object' || info === null || !('EncryptFilterName' in info)) return false;
  return info.EncryptFilterName !== null;
}
