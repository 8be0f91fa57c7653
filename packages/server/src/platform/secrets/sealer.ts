/**
 * Encrypts database values that only the running product may read. The key is derived from the installation's key and
 * is not in the database. It uses AES-256-GCM with a new 96-bit nonce for each value. The context (owner and purpose)
 * is authenticated, so that a sealed value moved to another row cannot be opened.
 *
 * Layout: nonce (12), tag (16), ciphertext.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type Sealer = {
  readonly seal: (context: string, plain: Uint8Array) => Buffer;
  /**
   * Returns null for a value that this key did not seal in this context: from another installation, moved, or changed.
   */
  readonly open: (context: string, sealed: Buffer) => Buffer | null;
  /** For values that are only compared. Without the key nobody can find them by guessing. */
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
