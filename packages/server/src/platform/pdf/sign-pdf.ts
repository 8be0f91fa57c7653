/**
 * Puts a PAdES baseline signature of level B-B onto a PDF (ETSI EN 319 142-1): a detached CMS over every byte of the file
 * but the place of the signature itself, written as an incremental update, so that the bytes that were read stay as they
 * are. Any reader then shows who signed and that nothing changed since.
 *
 * The field is invisible and without a size, which PDF/A admits without an appearance; what the reader of the page is told
 * of the signature stands in the page itself.
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
  /** PEM: the signer's own certificate, then those that issued it, in any order. */
  readonly certificates: string;
  /** PEM, PKCS#8, without a passphrase. */
  readonly private_key: string;
};

export type SigningStatement = {
  readonly signed_at: Date;
  /** Whom a reader of PDFs names as the signer. */
  readonly name: string;
  /** What signing meant, in the words that the signer agreed to. */
  readonly reason: string;
};

/** Room for the CMS with its certificates; what does not fit is refused below. */
const signatureBytes = 16_384;
/** As wide as any offset becomes, so that the true ones fit into its place. */
const widestOffset = 9_999_999_999;

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates and the key, which must be the first certificate's. */
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
      // Print and Locked.
      F: 132,
      P: page.ref,
    }),
  );
  // As the dictionary it is: `addAnnot` would also write the page's contents anew.
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  page.node.set(PDFName.of('Annots'), context.obj([...annotations, field]));
  form.addField(field);
  // Signatures exist; changes are appended only.
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));
}

/** The file with an empty signature in it. */
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
  // A table of objects follows a table, as Typst writes them; PDF lets nobody mix the two kinds freely.
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
