/** Simulates an authenticator for tests: makes a key pair and answers challenges, correctly or with one part forged. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export type Forged = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** The user did not give a PIN, fingerprint or face. */
  readonly unverified?: boolean;
  readonly signature?: string;
};

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

type Site = { readonly rpId: string; readonly origin: string };

const clientDataOf = ({ origin }: Site, type: string, challenge: string, forged: Forged): Buffer => {
  const said = { type: forged.type ?? type, challenge: forged.challenge ?? challenge };
  return Buffer.from(JSON.stringify({ ...said, origin: forged.origin ?? origin, crossOrigin: false }));
};

function authenticatorDataOf({ rpId }: Site, used: number, forged: Forged, attested: Buffer | null): Buffer {
  const verified = forged.unverified === true ? 0 : flags.verified;
  const given = flags.present | verified | (attested === null ? 0 : flags.attested);
  const counter = number32(forged.counter ?? used);
  return Buffer.concat([
    sha256(forged.rpId ?? rpId),
    Buffer.from([given]),
    counter,
    attested ?? Buffer.alloc(0),
  ]);
}

const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

const coseOf = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);

function attestationOf(authData: Buffer): string {
  const object = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', new Uint8Array(authData)],
  ]);
  return Buffer.from(isoCBOR.encode(object)).toString('base64url');
}

export function softwareKey(rpId: string, origin: string) {
  const site: Site = { rpId, origin };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cose = Buffer.from(isoCBOR.encode(coseOf(publicKey.export({ format: 'jwk' }))));
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let used = 0;
  const answer = (response: object) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response,
  });
  return {
    id,
    create: (challenge: string, forged: Forged = {}) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        cose,
      ]);
      return answer({
        clientDataJSON: clientDataOf(site, 'webauthn.create', challenge, forged).toString('base64url'),
        attestationObject: attestationOf(authenticatorDataOf(site, (used += 1), forged, attested)),
        transports: ['usb', 'carrier-pigeon'],
      });
    },
    get: (challenge: string, forged: Forged = {}) => {
      const client = clientDataOf(site, 'webauthn.get', challenge, forged);
      const data = authenticatorDataOf(site, (used += 1), forged, null);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: forged.signature ?? signature.toString('base64url'),
      });
    },
  };
}
