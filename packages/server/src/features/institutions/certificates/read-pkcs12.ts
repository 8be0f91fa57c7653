/**
 * Reads a PKCS#12 file as certificate, chain and key, or refuses with the reason. Statements of the file about itself
 * are not trusted: OpenSSL checks that the key belongs to the certificate, and the chain is built from the issuers.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { certificateState, sealOf } from '@rhythmdesk/domain/report/signing';
import { z } from 'zod';
import { refuseField } from '../../../platform/http/refusal.ts';
import { runInThread, ThreadLimitPassed } from '../../../platform/threads/run-in-thread.ts';

const limits = { timeMs: 15_000, heapMb: 256 } as const;
const smallestRsa = 2_048;
/** A signature has space for 16,384 bytes, most of it for the chain. */
const mostChainBytes = 12_000;
const mostCertificates = 20;

const bytes = z.instanceof(Uint8Array);
const outcome = z.union([
  z.object({ fault: z.enum(['unreadable', 'password']) }),
  z.object({ certificates: z.array(bytes), keys: z.array(bytes) }),
]);

export type SigningIdentity = {
  /** PEM, the signer's own certificate first. */
  readonly certificates: string;
  /** PEM, PKCS#8. */
  readonly private_key: string;
  readonly subject: string;
  readonly issuer: string;
  readonly fingerprint: string;
  readonly not_before: Date;
  readonly not_after: Date;
};

async function contentsOf(file: Buffer, password: string) {
  const entry = new URL('./pkcs12-worker.ts', import.meta.url);
  try {
    const found = outcome.parse(await runInThread({ entry, work: { file, password }, limits }));
    if ('fault' in found) throw refuseField(`certificate/${found.fault}`, fieldOf[found.fault]);
    return found;
  } catch (fault) {
    if (fault instanceof ThreadLimitPassed) throw refuseField('certificate/unreadable', 'pkcs12');
    throw fault;
  }
}
const fieldOf = { unreadable: 'pkcs12', password: 'password' } as const;

/** Returns the items that OpenSSL can parse. */
function readable<T>(ders: readonly Uint8Array[], read: (der: Buffer) => T): T[] {
  return ders.slice(0, mostCertificates).flatMap((der) => {
    try {
      return [read(Buffer.from(der))];
    } catch {
      return [];
    }
  });
}

const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

function isFit({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') return modulusLength >= smallestRsa;
  return asymmetricKeyType === 'ec' && curves.includes(namedCurve);
}

/** Returns the signer's own certificate, then each issuer of the previous one. */
function chainOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (let last = own; ;) {
    const issuer = all.find((one) => !chain.some(({ raw }) => raw.equals(one.raw)) && last.checkIssued(one));
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/** Returns a name as one line with its common name first, because people know it by that. */
function lineOf(name: string): string {
  const parts = name.split('\n').filter((part) => part !== '');
  const common = parts.filter((part) => part.startsWith('CN='));
  return [...common.map((part) => part.slice(3)), ...parts.filter((part) => !common.includes(part))].join(
    ', ',
  );
}

export async function readPkcs12(file: Buffer, password: string, now: Date): Promise<SigningIdentity> {
  const found = await contentsOf(file, password);
  const all = readable(found.certificates, (der) => new X509Certificate(der));
  const keys = readable(found.keys, (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  const pairs = keys.flatMap((key) =>
    all.filter((one) => one.checkPrivateKey(key)).map((certificate) => ({ key, certificate })),
  );
  const [pair] = pairs;
  if (pair === undefined) throw refuseField('certificate/no-key', 'pkcs12');
  const { key, certificate } = pair;
  if (!isFit(key)) throw refuseField('certificate/key-kind', 'pkcs12');
  const not_before = new Date(certificate.validFrom);
  const not_after = new Date(certificate.validTo);
  if (sealOf(certificateState({ not_before, not_after }, now.getTime())) !== 'certificate')
    throw refuseField('certificate/expired', 'pkcs12');
  const chain = chainOf(certificate, all);
  if (chain.reduce((sum, { raw }) => sum + raw.length, 0) > mostChainBytes)
    throw refuseField('certificate/chain', 'pkcs12');
  return {
    certificates: chain.map(String).join(''),
    private_key: String(key.export({ format: 'pem', type: 'pkcs8' })),
    subject: lineOf(certificate.subject),
    issuer: lineOf(certificate.issuer),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    not_before,
    not_after,
  };
}
