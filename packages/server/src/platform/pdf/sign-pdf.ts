/**
 * Adds a PAdES baseline signature of level B-B to a PDF (ETSI EN 319 142-1): a detached CMS over every byte of the file
 * except the place of the signature itself. It is written as an incremental update, so that the bytes that the signer
 * read stay unchanged. Any PDF reader then shows who signed and that nothing changed since.
 *
 * The field is invisible and has no size, which PDF/A allows without an appearance. The visible information about the
 * signature is printed on the page itself.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { signCms } from './sign-cms.ts';

export type SigningIdentity = {
  /** PEM: the signer's own certificate, then those of its issuers, in any order. */
  readonly certificates: string;
  /** PEM, PKCS#8, without a passphrase. */
  readonly private_key: string;
};

export type SigningStatement = {
  readonly signed_at: Date;
  /** The signer's name as PDF readers show it. */
  readonly name: string;
  /** The meaning of the signature, in the statement that the signer agreed to. */
  readonly reason: string;
};

/** Space for the CMS with its certificates; a larger one is refused below. */
const signatureBytes = 16_384;
/** As wide as any offset can become, so that the actual ones fit into its place. */
const widestOffset = 9_999_999_999;

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Parses the certificates and the key, which must belong to the first certificate. */
function parsed({ certificates, private_key }: SigningIdentity) {
  const chain = (certificates.match(pemBlock) ?? []).map((pem) => new X509Certificate(pem));
  const key = createPrivateKey(private_key);
  if (chain[0]?.checkPrivateKey(key) !== true) throw new Error('the key is not the certificate’s');
  return { chain: chain.map(({ raw }) => raw), key };
}

function addField(document: PDFDocument, signature: PDFRef): void {
  const { context, catalog } = document;
  const page = document.getPage(0);
  const form = catalog.getOrCreateAcroForm();
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`Signature${String(form.getFields().length + 1)}`),
      V: signature,
      Rect: [0, 0, 0, 0],
      // The flags Print and Locked.
      F: 132,
      P: page.ref,
    }),
  );
  // Sets the dictionary directly, because `addAnnot` would also rewrite the page's contents.
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  page.node.set(PDFName.of('Annots'), context.obj([...annotations, field]));
  form.addField(field);
  // Signatures exist, and changes may only be appended.
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));
}

/** Returns the file with an empty signature in it. */
async function withPlace(pdf: Buffer, { signed_at, name, reason }: SigningStatement): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context, catalog } = document;
  const dict = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, widestOffset, widestOffset, widestOffset],
    Contents: PDFHexString.of('00'.repeat(signatureBytes)),
    M: PDFString.fromDate(signed_at),
    Name: PDFHexString.fromText(name),
    Reason: PDFHexString.fromText(reason),
  });
  addField(document, context.register(dict));
  const root = context.getObjectRef(catalog);
  if (root !== undefined) context.snapshot?.markRefForSave(root);
  context.snapshot?.markRefForSave(document.getPage(0).ref);
  // Typst writes cross-reference tables, so the update must use a table too; PDF does not allow mixing the two kinds
  // freely.
  return Buffer.from(await document.commit({ useObjectStreams: false }));
}

export async function signPdf(
  pdf: Buffer,
  identity: SigningIdentity,
  statement: SigningStatement,
): Promise<Buffer> {
  const { chain, key } = parsed(identity);
  const signed = await withPlace(pdf, statement);
  const gapStart = signed.indexOf(`<${'00'.repeat(signatureBytes)}>`, pdf.length, 'latin1');
  const gapEnd = gapStart + 2 * signatureBytes + 2;
  const wide = String(widestOffset);
  const place = `[ 0 ${wide} ${wide} ${wide} ]`;
  const rangeStart = signed.indexOf(place, pdf.length, 'latin1');
  if (gapStart < 0 || rangeStart < 0) throw new Error('the place of the signature was not found');
  const range = `[ 0 ${String(gapStart)} ${String(gapEnd)} ${String(signed.length - gapEnd)}`;
  signed.write(`${range.padEnd(place.length - 1)}]`, rangeStart, 'latin1');
  const content = Buffer.concat([signed.subarray(0, gapStart), signed.subarray(gapEnd)]);
  const cms = await signCms(content, chain, key);
  if (cms.length > signatureBytes) throw new Error('a chain of certificates too long for the signature');
  signed.write(cms.toString('hex'), gapStart + 1, 'latin1');
  return signed;
}
