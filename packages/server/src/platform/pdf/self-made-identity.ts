/**
 * Creates a self-signed certificate, for the demo and for tests. It proves that nothing changed, but not who signed.
 */
import { Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';
import type { SigningIdentity } from './sign-pdf.ts';

const pem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`;

const algorithms = {
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ec: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

/** The years in which the certificate is valid. */
const usualYears = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2046-01-01T00:00:00Z') };

export async function selfMadeIdentity(
  kind: 'rsa' | 'ec',
  name = 'Test center',
  { from, to }: typeof usualYears = usualYears,
): Promise<SigningIdentity> {
  const keys = await crypto.subtle.generateKey(algorithms[kind], true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 7 });
  for (const party of [certificate.issuer, certificate.subject]) {
    party.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
    );
  }
  certificate.notBefore.value = from;
  certificate.notAfter.value = to;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return {
    certificates: pem('CERTIFICATE', certificate.toSchema(true).toBER()),
    private_key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
  };
}
