/**
 * Reads one PKCS#12 file in a worker thread, which then ends. The file itself decides how often its password is hashed,
 * and a malicious one could hash for hours.
 */
import forge from 'node-forge';
import { z } from 'zod';
import { serveOrders } from '../../../platform/threads/serve-orders.ts';

const { asn1, pki, pkcs12, util } = forge;
const { oids } = pki;

const shape = z.object({ file: z.instanceof(Uint8Array), password: z.string() });

type Outcome =
  | { readonly fault: 'unreadable' | 'password' }
  | { readonly certificates: readonly Uint8Array[]; readonly keys: readonly Uint8Array[] };

type Bag = forge.pkcs12.Bag;
const bagsOf = (opened: forge.pkcs12.Pkcs12Pfx, types: readonly (string | undefined)[]): Bag[] =>
  types.flatMap((bagType) => (bagType === undefined ? [] : (opened.getBags({ bagType })[bagType] ?? [])));

const derOf = (node: forge.asn1.Asn1): Uint8Array => Buffer.from(asn1.toDer(node).getBytes(), 'latin1');

/**
 * Prevents forge from parsing certificates and keys. It would encode parsed parts in its own way, which no longer
 * matches the signed bytes; parts that it cannot parse are returned unchanged.
 */
const asItStands = (): never => {
  throw new Error('handed on as it stands');
};
Object.assign(pki, { certificateFromAsn1: asItStands, privateKeyFromAsn1: asItStands });

const contentOf = ({ asn1: raw }: Bag): Uint8Array => derOf(raw);

function parsed(file: Uint8Array): forge.asn1.Asn1 | null {
  try {
    return asn1.fromDer(util.createBuffer(Buffer.from(file).toString('latin1')));
  } catch {
    return null;
  }
}

function read(order: unknown): Outcome {
  const { file, password } = shape.parse(order);
  const node = parsed(file);
  if (node === null) return { fault: 'unreadable' };
  try {
    const opened = pkcs12.pkcs12FromAsn1(node, false, password);
    return {
      certificates: bagsOf(opened, [oids['certBag']]).map(contentOf),
      keys: bagsOf(opened, [oids['pkcs8ShroudedKeyBag'], oids['keyBag']]).map(contentOf),
    };
  } catch (fault) {
    // The library distinguishes them only by the message.
    const words = fault instanceof Error ? fault.message : '';
    return { fault: /password|decrypt/i.test(words) ? 'password' : 'unreadable' };
  }
}

serveOrders(read);
