/**
 * Provides a real OpenID Connect provider on loopback (oidc-provider), whose tokens a test may forge in transit, and a
 * browser that signs in there.
 */
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, decodeJwt, type JWTPayload } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { afterFile } from '../../../platform/test-after-file.ts';
import { testCertificate, testKey } from '../../../platform/mail/test-mail-server.ts';
import type { ProviderSettings } from './read-providers.ts';

const tls = { cert: testCertificate, key: testKey };

/** Makes this process trust the test certificate while the file's tests run. */
function trustTestCertificate(): void {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, testCertificate]);
  afterFile(() => Promise.resolve(setDefaultCACertificates(usual)));
}

const redirect_uri = 'https://desk.example/login/provider';
const client = { client_id: 'rhythmdesk', client_secret: 'a-secret-of-the-house-0123456789' } as const;

export type Person = {
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly name?: string;
  readonly preferred_username?: string;
};

/** Changes to an id token in transit. */
export type Forged = {
  readonly claims?: JWTPayload;
  /** Signed by another key, or by none. */
  readonly by?: 'other' | 'none';
};

const makeSigningKey = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    privateKey,
    jwk: { ...(await exportJWK(privateKey)), kid: 'key', alg: 'RS256', use: 'sig' },
    publicKey,
  };
};

const keys = makeSigningKey();
const otherKeys = makeSigningKey();

async function forge(token: string, { claims = {}, by }: Forged): Promise<string> {
  const payload = { ...decodeJwt(token), ...claims };
  if (by === 'none') return new UnsecuredJWT(payload).encode();
  const { privateKey } = await (by === 'other' ? otherKeys : keys);
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey);
}

async function grantOf(ctx: KoaContextWithOIDC, provider: Provider) {
  const { session } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.client_id, accountId: session?.accountId ?? '' });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

const bodyShape = z.looseObject({ id_token: z.string() });

async function makeProvider(issuer: string, people: Map<string, Person>, forged: { now: Forged | null }) {
  const { jwk } = await keys;
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirect_uri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of a test'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant: (ctx) => grantOf(ctx, provider),
  });
  provider.use(async (ctx, next) => {
    await next();
    const read = bodyShape.safeParse(ctx.body);
    if (forged.now === null || !read.success) return;
    ctx.body = { ...read.data, id_token: await forge(read.data.id_token, forged.now) };
  });
  return provider;
}

/** Signs in at the provider as `login`. */
async function signInThere(begin: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  const visit = async (url: string, form: Record<string, string> | null): Promise<string> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    await answer.body?.cancel();
    const to = answer.headers.get('location');
    if (to === null) throw new Error(`${url} leads nowhere: ${String(answer.status)}`);
    return new URL(to, url).href;
  };
  let place = await visit(begin, null);
  for (let hop = 0; hop < 10; hop += 1) {
    if (place.startsWith(redirect_uri)) return new URL(place);
    const isForm = new URL(place).pathname.startsWith('/interaction/');
    place = await visit(place, isForm ? { prompt: 'login', login, password: 'any' } : null);
  }
  throw new Error('the provider never came back');
}

/** Starts a provider, which is stopped with the test unless it is stopped before. */
export async function testProvider(register_codes: readonly string[]) {
  trustTestCertificate();
  const people = new Map<string, Person>();
  const forged: { now: Forged | null } = { now: null };
  const server = createServer(tls);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const issuer = `https://127.0.0.1:${String(port)}`;
  const provider = await makeProvider(issuer, people, forged);
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const settings: ProviderSettings = {
    provider: 'house',
    name: 'House of Hearts',
    issuer,
    ...client,
    client_authentication: 'client_secret_basic',
    register_codes: [...register_codes],
    listed: true,
    mfa: { amr: [], acr: [] },
  };
  return { settings, people, forged, redirect_uri, signInThere, stop };
}

/** Starts a provider that accepts connections but never answers. */
export async function silentProvider(): Promise<string> {
  trustTestCertificate();
  const server = createServer(tls, () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `https://127.0.0.1:${String(port)}`;
}
