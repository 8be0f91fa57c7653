/**
 * Verifies a signature that `signPdf` added to a PDF: it covers every byte of the file except its own place, digest and
 * signature are valid, and the signer's certificate is returned. It does not decide whether that certificate is
 * trusted; the caller knows which one is expected.
 */
import { createHash } from 'node:crypto';
import { ContentInfo, SignedData } from 'pkijs';

export type PdfProof = {
  readonly holds: boolean;
  /** SHA-256 of the signer's certificate, as DER. */
  readonly fingerprint: string;
};

const rangePattern = /\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) *\]/g;

/** Returns the bytes covered by the last signature, and its CMS; null if the file has no signature. */
function lastSignature(pdf: Buffer): { content: Buffer; cms: Buffer } | null {
  const found = [...pdf.toString('latin1').matchAll(rangePattern)].at(-1);
  if (found === undefined) return null;
  const [start = -1, before = 0, after = 0, rest = 0] = found.slice(1).map(Number);
  // Any other range would leave unsigned bytes.
  if (start !== 0 || after <= before || after + rest !== pdf.length) return null;
  const hex = pdf.subarray(before + 1, after - 1).toString('latin1');
  if (pdf[before] !== 0x3c || pdf[after - 1] !== 0x3e || !/^[0-9a-f]*$/i.test(hex)) return null;
  return {
    content: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]),
    cms: Buffer.from(hex, 'hex'),
  };
}

async function prove(content: Buffer, cms: Buffer): Promise<PdfProof> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms)).content });
  const [certificate] = signed.certificates ?? [];
  if (certificate === undefined || !('toSchema' in certificate)) return { holds: false, fingerprint: '' };
  const der = Buffer.from(certificate.toSchema().toBER());
  const fingerprint = createHash('sha256').update(der).digest('hex');
  const data = Uint8Array.from(content).buffer;
  return { holds: await signed.verify({ signer: 0, data, checkChain: false }), fingerprint };
}

/** Returns null if no signature covers the whole file. */
export async function verifyPdf(pdf: Buffer): Promise<PdfProof | null> {
  const found = lastSignature(pdf);
  if (found === null) return null;
  try {
    return await prove(found.content, found.cms);
  } catch {
    // The library throws on bytes that are not CMS.
    return { holds: false, fingerprint: '' };
  }
}
