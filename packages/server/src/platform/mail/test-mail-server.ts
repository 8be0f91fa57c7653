/** Runs a real mail server on this machine for tests, with a certificate that nothing else trusts. */
import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A self-signed certificate for `localhost` and 127.0.0.1. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUH+ikUz488Csn2+UWn2QxhlPAhMIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA1MTMwMFoYDzIxMjYxMDI5
MDUxMzAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATPlH0OFyJ4ZDJ9n8TBgpqcxkC8yFsdcLi12O/oQo84CeHCpEu5uuDA
MZr6FmWfv6XuqiBni9osG1Bs5Bi199gXo28wbTAdBgNVHQ4EFgQURpewCEE2QrhH
iLyqGpPtJ7JjVsIwHwYDVR0jBBgwFoAURpewCEE2QrhHiLyqGpPtJ7JjVsIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJLdYbNqfw/Aov/vRThde3SNyprsBJYWui5HZEPPpbbIAiEA
ymmTT9p9MrOdWphtUF8XLEGo2XdhVVhQvk3WxfVs38E=
-----END CERTIFICATE-----
`;
/** Not a secret: only the tests trust the certificate. */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6XRkWLNmHNHV8ofj
Bhu0+fUmTBRSlM+Tc9iqb5XsWkOhRANCAATPlH0OFyJ4ZDJ9n8TBgpqcxkC8yFsd
cLi12O/oQo84CeHCpEu5uuDAMZr6FmWfv6XuqiBni9osG1Bs5Bi199gX
-----END PRIVATE KEY-----
`;

type Received = { readonly to: readonly string[]; readonly secure: boolean; readonly content: string };

export type TestMailServer = {
  readonly port: number;
  readonly received: Received[];
  readonly close: () => Promise<void>;
};

export async function testMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    authOptional: true,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, secure: session.secure, content: Buffer.concat(chunks).toString('utf8') });
        callback(null);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
