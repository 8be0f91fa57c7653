/**
 * A hospital's own sign-in for the journeys: a real provider of OpenID Connect on this machine. The demo is told of it by its
 * settings before it runs; it is not on the sign-in page, only at its own address, `/login?provider=house`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Provider from 'oidc-provider';

/** Of this machine, signed by itself; nothing but the demo of the journeys trusts it. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUCvGL/pdwoW2v6Xra/I8meqxURkEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEzNDExN1oYDzIxMjYxMDI5
MTM0MTE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARliZzCP3sbARhEA4Er0GpeBAA0QE1N0dpWO3zoxw3NNe9swXaHAdOM
AT2Rez2XXNrWnNkG9VxP/FsID/gA+xV6o28wbTAdBgNVHQ4EFgQUm7qkY8MNSxTs
xpW3Ole888xLtcQwHwYDVR0jBBgwFoAUm7qkY8MNSxTsxpW3Ole888xLtcQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhANtjqfn8plBbG4+N53pLIHV3mn+xnY0Q6BNo2XlUFAw3AiEA
y04HhHyVy/dm1Sk/BVYXujhEvdXn+cc/y9Q8sbIGNXs=
-----END CERTIFICATE-----
`;
/** It guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfqpEXcUEbXnu/sBT
a02hZikywnCCgVrgcJOhPLG10muhRANCAARliZzCP3sbARhEA4Er0GpeBAA0QE1N
0dpWO3zoxw3NNe9swXaHAdOMAT2Rez2XXNrWnNkG9VxP/FsID/gA+xV6
-----END PRIVATE KEY-----
`;

const client = { client_id: 'rhythmdesk', client_secret: 'a-secret-of-the-journeys-0123456789' };
export const houseName = 'Northgate sign-in';

/** Below the ports that connections are given, so that nothing else has it by chance. */
const portOf = (demoPort: string): number => 20_000 + (Number(demoPort) % 10_000);
const issuerOf = (demoPort: string): string => `https://127.0.0.1:${String(portOf(demoPort))}`;

/** The settings by which the demo knows the provider. */
export function houseEnvironment(
  demoPort: string,
  register_codes: readonly string[],
): Record<string, string> {
  const folder = join(tmpdir(), `rhythmdesk-house-${demoPort}`);
  mkdirSync(folder, { recursive: true });
  const [trusted, providers] = [join(folder, 'certificate.pem'), join(folder, 'providers.json')];
  const house = { provider: 'house', name: houseName, issuer: issuerOf(demoPort), ...client, register_codes };
  writeFileSync(trusted, certificate);
  writeFileSync(providers, JSON.stringify([{ ...house, listed: false }]));
  return { NODE_EXTRA_CA_CERTS: trusted, OIDC_FILE: providers };
}

/** `emails`: who has an account there, each named by what stands before the at sign. */
export async function startHouse(origin: string, emails: readonly string[]) {
  const { port: demoPort } = new URL(origin);
  const server = createServer({ cert: certificate, key });
  const provider: Provider = new Provider(issuerOf(demoPort), {
    clients: [{ ...client, redirect_uris: [`${origin}/login/provider`] }],
    cookies: { keys: ['of the journeys'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, accountId) => {
      const email = emails.find((each) => each.startsWith(`${accountId}@`));
      return {
        accountId,
        claims: () => ({ sub: accountId, ...(email ? { email, email_verified: true } : {}) }),
      };
    },
    loadExistingGrant: async (ctx) => {
      const { session } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client.client_id,
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(portOf(demoPort), '127.0.0.1', resolve));
  return async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
