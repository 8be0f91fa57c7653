/** Tests signatures by parsing their bytes and verifying them with OpenSSL, not with the library that created them. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { getDocument } from 'unpdf/pdfjs';
import { ContentInfo, SignedData } from 'pkijs';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signPdf, type SigningIdentity } from './sign-pdf.ts';
import { selfMadeIdentity } from './self-made-identity.ts';
import { typeset } from './typeset.ts';

const template =
  '#let data = json("data.json")\n#set document(title: "T", date: datetime(year: 2026, month: 11, day: 22))\n= Report\n#data.text';
const statement = {
  signed_at: new Date('2026-11-22T05:31:00Z'),
  name: '伊藤 誠',
  reason: 'I have read this report ( \\ ) and approve it.',
};
const bytesShape = z.instanceof(ArrayBuffer);
const valueOf = z.object({ valueBlock: z.object({ valueHexView: z.instanceof(Uint8Array) }) });

function partsOf(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const range = /\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) *\]/.exec(text)?.slice(1).map(Number) ?? [];
  const [start = -1, before = 0, after = 0, rest = 0] = range;
  const content = Buffer.concat([pdf.subarray(start, before), pdf.subarray(after, after + rest)]);
  const gap = pdf.subarray(before, after).toString('latin1');
  return { start, before, after, rest, content, gap, cms: Buffer.from(gap.slice(1, -1), 'hex') };
}

function signatureOf(pdf: Buffer) {
  const { content, cms } = partsOf(pdf);
  const signed = new SignedData({ schema: ContentInfo.fromBER(cms).content });
  const [info] = signed.signerInfos;
  if (info === undefined || signed.signerInfos.length !== 1) throw new Error('not one signer');
  const attributes = new Map(info.signedAttrs?.attributes.map(({ type, values }) => [type, values]));
  return { content, signed, info, attributes };
}

/** Checks that the digest and the signature are valid for this file and the expected certificate. */
function holds(pdf: Buffer, identity: SigningIdentity): boolean {
  const { content, info, attributes } = signatureOf(pdf);
  const digest = valueOf.parse(attributes.get('1.2.840.113549.1.9.4')?.[0]).valueBlock.valueHexView;
  if (!createHash('sha256').update(content).digest().equals(digest)) return false;
  const signedBytes = Buffer.from(bytesShape.parse(info.signedAttrs?.encodedValue));
  const key = new X509Certificate(identity.certificates).publicKey;
  return verify('sha256', signedBytes, key, info.signature.valueBlock.valueHexView);
}

let plain: Buffer;
beforeAll(async () => {
  plain = await typeset(template, { text: '心房細動 14.3 %' }, 'ja');
});

describe.each(['rsa', 'ec'] as const)('a signature by a key of kind %s', (kind) => {
  let identity: SigningIdentity;
  let signed: Buffer;
  beforeAll(async () => {
    identity = await selfMadeIdentity(kind);
    signed = await signPdf(plain, identity, statement);
  });

  test('the signature covers the whole file except its own place', () => {
    const { start, before, after, rest, gap } = partsOf(signed);
    expect(start).toBe(0);
    expect(after + rest).toBe(signed.length);
    expect(gap).toMatch(/^<[0-9a-f]+>$/);
    expect(gap.length).toBe(after - before);
  });

  test('it is valid, and no longer after any byte outside of it was changed', () => {
    expect(holds(signed, identity)).toBe(true);
    const { after, rest } = partsOf(signed);
    for (const place of [12, plain.length - 1, plain.length + 1, after + 5, after + rest - 2]) {
      const changed = Buffer.from(signed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(holds(changed, identity), `byte ${String(place)}`).toBe(false);
    }
  });

  test('it names its certificate by hash, and no time', () => {
    const { attributes, signed: data } = signatureOf(signed);
    const certificate = new X509Certificate(identity.certificates).raw;
    const hash = createHash('sha256').update(certificate).digest('hex');
    // SigningCertificateV2: its OID, then a set of one sequence of one ESSCertIDv2, which is only the hash.
    const der = `060b2a864886f70d010910022f31283026302430220420${hash}`;
    expect(partsOf(signed).cms.toString('hex').includes(der)).toBe(true);
    expect(attributes.has('1.2.840.113549.1.9.5')).toBe(false);
    expect(data.certificates?.length).toBe(1);
  });

  test('another certificate of another key is invalid', async () => {
    expect(holds(signed, await selfMadeIdentity(kind))).toBe(false);
  });
});

test('the original bytes are unchanged, and so is the content of the page', async () => {
  const signed = await signPdf(plain, await selfMadeIdentity('ec'), statement);
  expect(signed.subarray(0, plain.length).equals(plain)).toBe(true);
  const added = signed.subarray(plain.length).toString('latin1');
  const parts = ['/ID [', '/SubFilter /ETSI.CAdES.detached', '/M (D:20261122053100Z)', 'endstream'];
  expect(parts.filter((part) => added.includes(part))).toEqual(parts.slice(0, 3));
  const document = await getDocument({ data: new Uint8Array(signed) }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('14.3 %');
  const fields = z.array(z.object({ fieldType: z.string(), fieldName: z.string() }));
  expect(fields.parse(await page.getAnnotations())).toEqual([{ fieldType: 'Sig', fieldName: 'Signature1' }]);
});

test('a second signature does not change the first one’s bytes', async () => {
  const identity = await selfMadeIdentity('ec');
  const once = await signPdf(plain, identity, statement);
  const twice = await signPdf(once, identity, statement);
  expect(twice.subarray(0, once.length).equals(once)).toBe(true);
  expect(twice.includes('(Signature2)')).toBe(true);
});

test('a key that is not the certificate’s signs nothing', async () => {
  const [one, other] = [await selfMadeIdentity('ec'), await selfMadeIdentity('ec')];
  await expect(
    signPdf(plain, { certificates: one.certificates, private_key: other.private_key }, statement),
  ).rejects.toThrow('not the certificate');
  await expect(signPdf(plain, { ...one, certificates: '' }, statement)).rejects.toThrow(
    'not the certificate',
  );
});
