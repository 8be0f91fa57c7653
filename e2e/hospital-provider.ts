/**
 * Runs a hospital's own sign-in for the journeys: a real OpenID Connect provider on this machine, which a worker's
 * server knows from its settings. The sign-in page offers it only at its own address, `/login?provider=northgate`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import path from 'node:path';
import Provider from 'oidc-provider';

/** A self-signed certificate of this machine; only the servers of the journeys trust it. */
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
/** The key of the certificate. It is not secret. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfqpEXcUEbXnu/sBT
a02hZikywnCCgVrgcJOhPLG10muhRANCAARliZzCP3sbARhEA4Er0GpeBAA0QE1N
0dpWO3zoxw3NNe9swXaHAdOMAT2Rez2XXNrWnNkG9VxP/FsID/gA+xV6
-----END PRIVATE KEY-----
`;

const client = { client_id: 'rhythmdesk', client_secret: 'a-secret-of-the-journeys-0123456789' };
export const providerName = 'Northgate sign-in';

/** Each server has its own port for its provider, below the ports that `freePort` returns. */
const portOf = (serverPort: string): number => 20_000 + (Number(serverPort) % 10_000);
const issuerOf = (serverPort: string): string => `https://127.0.0.1:${String(portOf(serverPort))}`;

/** Writes the settings of the provider into this folder and returns the settings of the server that refer to them. */
export async function providerSettings(
  folder: string,
  serverPort: string,
  register_code: string,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true });
  const [trusted, providers] = [path.join(folder, 'certificate.pem'), path.join(folder, 'providers.json')];
  const provider = { provider: 'northgate', name: providerName, issuer: issuerOf(serverPort), ...client };
  await writeFile(trusted, certificate);
  await writeFile(
    providers,
    JSON.stringify([{ ...provider, register_codes: [register_code], listed: false }]),
  );
  return { NODE_EXTRA_CA_CERTS: trusted, OIDC_FILE: providers };
}

/**
 * Starts the provider of the server at this origin.
 * @param emails users with an account at the provider; the login is the part before the at sign
 */
export async function startProvider(origin: string, emails: readonly string[]): Promise<() => Promise<void>> {
  const { port: serverPort } = new URL(origin);
  const server = createServer({ cert: certificate, key });
  const provider: Provider = new Provider(issuerOf(serverPort), {
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
  await new Promise<void>((resolve) => server.listen(portOf(serverPort), '127.0.0.1', resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
