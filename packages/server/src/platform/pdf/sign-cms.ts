/**
 * Creates a detached CMS (RFC 5652) with the attributes that CAdES requires of every signature (ETSI EN 319 122-1).
 * They are the content type, the digest, and the hash of the signer's certificate, so that it cannot be replaced by
 * another certificate of the same key. The time is not included, because PAdES stores it in the PDF.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

const contentTypes = { data: '1.2.840.113549.1.7.1', signedData: '1.2.840.113549.1.7.2' } as const;
const attributeTypes = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** The names of the key's curve in OpenSSL and in Web Crypto. */
const curves: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

/** Imports the key into the global Web Crypto, whose keys match the types of the library. */
function cryptoKeyOf(key: KeyObject) {
  const der = Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }));
  const imported = (algorithm: RsaKey | CurveKey) =>
    crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  if (key.asymmetricKeyType === 'rsa') return imported({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' });
  const namedCurve = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (namedCurve === undefined) throw new Error('a key that is neither RSA nor of a curve of NIST');
  return imported({ name: 'ECDSA', namedCurve });
}
type RsaKey = { readonly name: 'RSASSA-PKCS1-v1_5'; readonly hash: 'SHA-256' };
type CurveKey = { readonly name: 'ECDSA'; readonly namedCurve: string };

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const octets = (bytes: Uint8Array): OctetString =>
  new OctetString({ valueHex: Uint8Array.from(bytes).buffer });

function attributesOf(content: Buffer, signer: Buffer): SignedAndUnsignedAttributes {
  const { contentType, messageDigest, signingCertificateV2 } = attributeTypes;
  // ESSCertIDv2: SHA-256 is its default, which DER omits.
  const certificate = new Sequence({ value: [octets(sha256(signer))] });
  const attributes = [
    new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: contentTypes.data })] }),
    new Attribute({ type: messageDigest, values: [octets(sha256(content))] }),
    new Attribute({
      type: signingCertificateV2,
      values: [new Sequence({ value: [new Sequence({ value: [certificate] })] })],
    }),
  ];
  // In DER, a SET OF is ordered by the bytes of its members.
  const inOrder = attributes
    .map((attribute) => ({ attribute, der: Buffer.from(attribute.toSchema().toBER()) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ attribute }) => attribute);
  return new SignedAndUnsignedAttributes({ type: 0, attributes: inOrder });
}

/** @param chain DER, the signer's own certificate first. */
export async function signCms(content: Buffer, chain: readonly Buffer[], key: KeyObject): Promise<Buffer> {
  const certificates = chain.map((der) => Certificate.fromBER(Uint8Array.from(der)));
  const [signer] = certificates;
  const [signerDer] = chain;
  if (signer === undefined || signerDer === undefined) throw new Error('a signature without a certificate');
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: contentTypes.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
        signedAttrs: attributesOf(content, signerDer),
      }),
    ],
  });
  await signed.sign(await cryptoKeyOf(key), 0, 'SHA-256', Uint8Array.from(content).buffer);
  const info = new ContentInfo({ contentType: contentTypes.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}
