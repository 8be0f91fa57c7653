/** Retries like a page while the server reports that it is busy or that its database is away: after the time that the response names. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalCode } from './test-reading.ts';

const passing = new Set(['server/unavailable', 'server/busy']);

async function isAway(answer: Response): Promise<boolean> {
  if (answer.ok || !answer.headers.has('retry-after')) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  // An error response to HEAD has no body.
  if (body === null) return answer.status === 503;
  const refusal = refusalCode.safeParse(body);
  return refusal.success && passing.has(refusal.data.code);
}

export async function askAgain(ask: () => Promise<Response>): Promise<Response> {
  let answer = await ask();
  while (await isAway(answer)) {
    await sleep(1000 * Number(answer.headers.get('retry-after')));
    answer = await ask();
  }
  return answer;
}
