/** Sends one POST to a push service: without redirects, with a limited response size and a timeout. */
import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';

type Posted = {
  readonly status: number;
  /** The pause of a `Retry-After` in seconds, in milliseconds; null if there is no usable value. */
  readonly retry_after_ms: number | null;
  readonly text: string;
};

type Post = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Certificate authorities that are trusted instead of those of Node, as PEM. */
  readonly ca?: string | undefined;
};

const answerWithinMs = 10_000;
const mostAnswerBytes = 64 * 1024;
const longestPauseMs = 3_600_000;

function pauseOf(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,9}$/.test(header)) return null;
  return Math.min(Number(header) * 1_000, longestPauseMs);
}

export function post(url: string, { headers, body, ca }: Post): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const start = new URL(url).protocol === 'http:' ? overHttp : overTls;
  const sent = start(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    signal: AbortSignal.timeout(answerWithinMs),
    ...(ca === undefined ? {} : { ca }),
  });
  sent.on('error', reject);
  sent.on('response', (answer) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('error', reject);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostAnswerBytes) answer.destroy(new Error('the push service answers too much'));
      else chunks.push(chunk);
    });
    answer.on('end', () =>
      resolve({
        status: answer.statusCode ?? 0,
        retry_after_ms: pauseOf(answer.headers['retry-after']),
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  sent.end(body);
  return promise;
}
