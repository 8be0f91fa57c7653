/**
 * Runs, on this machine for tests, a browser with its push service and the two services of a Firebase project, over TLS
 * with a certificate that nothing else trusts. They check requests as the real ones do (signatures, audiences, times).
 * The browser decrypts its messages with a separate implementation of RFC 8291, not the sender's.
 */
import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { importJWK, importSPKI, jwtVerify } from 'jose';
import { testCertificate, testKey } from '../mail/test-mail-server.ts';

export const pushAuthority = testCertificate;

type PushRequest = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  return Buffer.concat(chunks);
}

async function answerWith(
  request: IncomingMessage,
  response: ServerResponse,
  judge: (push: PushRequest) => Promise<Answer>,
): Promise<void> {
  const push = { path: request.url ?? '', headers: request.headers, body: await bodyOf(request) };
  const { status, headers = {}, body = {} } = await judge(push);
  response.writeHead(status, headers).end(JSON.stringify(body));
}

async function listen(judge: (push: PushRequest) => Promise<Answer>) {
  const server: Server = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    answerWith(request, response, judge).catch((fault: unknown) => {
      response.writeHead(500).end(String(fault));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    host: `localhost:${String(port)}`,
    origin: `https://localhost:${String(port)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const derive = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Creates a browser that has subscribed: what it sends to the server, and how it reads what it receives. */
function browser(endpoint: string) {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const publicKey = own.getPublicKey();
  return {
    push_token: JSON.stringify({
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    /** Reads one record of RFC 8188: salt, record size, the sender's public key, then the message with its padding. */
    read: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16);
      const keyBytes = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyBytes);
      const sealed = body.subarray(21 + keyBytes);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(auth, own.computeSecret(sender), info, 32);
      const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
      const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
      const end = padded.lastIndexOf(2);
      if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record');
      return JSON.parse(padded.subarray(0, end).toString('utf8'));
    },
  };
}

/**
 * Checks that the signed token of the request was made with this key, for this service, and is valid now and for at
 * most a day.
 */
async function isSigned(authorization: string, publicKey: string, audience: string): Promise<boolean> {
  const [, jwt, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (jwt === undefined || key !== publicKey) return false;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  if (x === undefined || y === undefined) return false;
  const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  try {
    const { payload } = await jwtVerify(jwt, verifier, { audience, requiredClaims: ['exp', 'sub'] });
    const daySeconds = 86_400;
    return (
      (payload.exp ?? 0) - Date.now() / 1_000 <= daySeconds && /^(mailto|https):/.test(payload.sub ?? '')
    );
  } catch {
    return false;
  }
}

type Received = { readonly headers: IncomingHttpHeaders; readonly message: unknown };

/** `answer` is the service's response to a valid request. */
export async function testPushService(publicKey: string) {
  const received: Received[] = [];
  const next: { answer: Answer; requests: number } = { answer: { status: 201 }, requests: 0 };
  let origin = '';
  const phones = new Map<string, ReturnType<typeof browser>>();
  const server = await listen(async ({ path, headers, body }) => {
    next.requests += 1;
    const phone = phones.get(path);
    if (phone === undefined) return { status: 410 };
    if (!(await isSigned(headers.authorization ?? '', publicKey, origin))) return { status: 403 };
    if (headers.ttl === undefined || headers['content-encoding'] !== 'aes128gcm') return { status: 400 };
    if (next.answer.status === 201) received.push({ headers, message: phone.read(body) });
    return next.answer;
  });
  ({ origin } = server);
  return {
    ...server,
    received,
    next,
    subscribe: (path: string) => {
      const phone = browser(server.origin + path);
      phones.set(path, phone);
      return phone.push_token;
    },
    forget: (path: string) => void phones.delete(path),
  };
}

/** Runs the token service and the message service of a Firebase project, and creates its service account. */
export async function testFirebase() {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const client_email = 'sender@project.iam.gserviceaccount.example';
  const granted = new Set<string>();
  const messages: unknown[] = [];
  const next: { answer: Answer; grants: number } = { answer: { status: 200 }, grants: 0 };
  let token_uri = '';
  const judgeAssertion = async (body: Buffer): Promise<Answer> => {
    const form = new URLSearchParams(body.toString('utf8'));
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400 };
    const key = await importSPKI(pair.publicKey, 'RS256');
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', key, {
        audience: token_uri,
        issuer: client_email,
        requiredClaims: ['iat', 'exp'],
      });
      if (payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging') return { status: 400 };
    } catch {
      return { status: 401 };
    }
    next.grants += 1;
    const access_token = randomBytes(16).toString('hex');
    granted.add(access_token);
    return { status: 200, body: { access_token, expires_in: 3_600, token_type: 'Bearer' } };
  };
  const server = await listen(async ({ path, headers, body }) => {
    if (path === '/token') return judgeAssertion(body);
    if (path !== '/v1/projects/project/messages:send') return { status: 404 };
    const [, bearer = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (!granted.has(bearer)) return { status: 401 };
    if (next.answer.status === 200) messages.push(JSON.parse(body.toString('utf8')));
    return next.answer;
  });
  token_uri = `${server.origin}/token`;
  const account = { project_id: 'project', client_email, private_key: pair.privateKey, token_uri };
  return { ...server, account, messages, next, withdraw: () => granted.clear() };
}
