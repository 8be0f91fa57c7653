/**
 * `rhythmdesk health`: asks the server of this machine whether it can serve; exit code 1 if it cannot. It is bundled
 * into a release, where it needs no other program.
 */
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';

const { HOST = '', PORT = '8080', TLS_CERT_FILE = '' } = process.env;
const host = HOST === '' || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
const longestMs = 5_000;

/** The certificate names the address of users and not this one, and says nothing about the health. */
function ask(answered: (answer: IncomingMessage) => void) {
  const target = { host, port: PORT, path: '/readyz', signal: AbortSignal.timeout(longestMs) };
  if (TLS_CERT_FILE === '') return getHttp(target, answered);
  return getHttps({ ...target, rejectUnauthorized: false }, answered);
}

try {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(resolve).once('error', reject);
  });
  process.stdout.write(`${await text(answer)}\n`);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
} catch {
  process.stdout.write(`No server answers on port ${PORT}.\n`);
  process.exitCode = 1;
}
