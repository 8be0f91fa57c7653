/**
 * Keeps in the database what only the running product may read: sealed with a key that is made from the installation's
 * and lies outside of it. AES-256-GCM with a fresh nonce of 96 bits; the context (whose it is and what for) is
 * authenticated with it, so that a sealed value moved to another row opens nowhere.
 *
 * Layout: nonce (12), tag (16), ciphertext.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type Sealer = {
  readonly seal: (context: string, plain: Uint8Array) => Buffer;
  /** Null for what this key did not seal in this context: another installation's, moved, or changed. */
  readonly open: (context: string, sealed: Buffer) => Buffer | null;
  /** For what is only compared: without the key nobody finds it by trying. */
  readonly digest: (context: string, text: string) => Buffer;
};

const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `rhythmdesk ${purpose}`, 32));

export function sealerFrom(installationKey: Buffer): Sealer {
  const sealing = derived(installationKey, 'seal');
  const digesting = derived(installationKey, 'digest');
  return {
    seal: (context, plain) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealing, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open: (context, sealed) => {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, sealing, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = sealed.subarray(nonceBytes + tagBytes);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]);
      } catch {
        return null;
      }
    },
    digest: (context, text) =>
      createHmac('sha256', digesting)
        .update(JSON.stringify([context, text]))
        .digest(),
  };
}
