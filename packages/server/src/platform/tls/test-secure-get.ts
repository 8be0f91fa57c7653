/** Requests an address of a server with a certificate of its own, which the request trusts, for tests. */
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { siteName } from './test-key-files.ts';

export type SecureAsk = {
  readonly port: number;
  readonly path: string;
  /** The certificate that is trusted, and that the server must show. */
  readonly ca: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export async function secureGet({ port, path, ca, headers = {} }: SecureAsk) {
  const asked = request({
    ...{ hostname: '127.0.0.1', port, path, headers, agent: false },
    ...{ servername: siteName, ca },
  });
  asked.end();
  const given: unknown[] = await once(asked, 'response');
  const answer = given[0];
  if (!(answer instanceof IncomingMessage)) throw new Error('no answer');
  return { status: answer.statusCode, headers: answer.headers, text: await readText(answer) };
}
