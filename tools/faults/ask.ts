/** Sends requests to the product over HTTP and judges its error responses: in time, with a code and a message. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const problem = z.object({ code: z.string(), detail: z.string().min(1) });

export type Answer = {
  /** 0 if there was no response: the process had died or closed the connection. */
  readonly status: number;
  readonly ms: number;
  readonly body: unknown;
};

export type Ask = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const longestMs = 60_000;

export async function ask(
  address: string,
  path: string,
  token: string | null,
  { method = 'GET', body, headers = {} }: Ask = {},
): Promise<Answer> {
  const started = performance.now();
  const since = (): number => performance.now() - started;
  try {
    const answer = await fetch(`${address}/${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(longestMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, ms: since(), body: isJson ? JSON.parse(text) : text };
  } catch {
    return { status: 0, ms: since(), body: null };
  }
}

/**
 * Returns the code of an error response; null for a success, for no response, and for an error without a code and a
 * message.
 */
export function codeOf({ status, body }: Answer): string | null {
  if (status < 400) return null;
  const parsed = problem.safeParse(body);
  return parsed.success ? parsed.data.code : null;
}

const awayMs = 1_000;
const passing: ReadonlySet<string | null> = new Set(['server/unavailable', 'server/busy']);

/**
 * Does the same as `ask`, for programs that leave the database alone. On an overloaded machine the server may be
 * busy or the database may pause, and the server reports that; the request is then sent again, as a page does.
 */
export async function askAgain(...request: Parameters<typeof ask>): Promise<Answer> {
  for (;;) {
    const answer = await ask(...request);
    if (!passing.has(codeOf(answer))) return answer;
    await sleep(awayMs);
  }
}

export const api = (path: string): string => `api/v1/${path}`;

const dayMs = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Returns a period that lists and exports accept, with every case that a program makes. */
export const newPeriod = (): string => `from_time=${dayIn(-30)}&to_time=${dayIn(1)}`;

/** Returns the path of the list of the cases that a program has just created. */
export const newCases = (): string => api(`case/cases?size=100&${newPeriod()}`);

const readiness = z.object({ status: z.string(), troubles: z.array(z.string()) });

/** Returns the answer of `/readyz` or `/healthz`; null if there is none. */
export async function health(address: string, path: 'healthz' | 'readyz') {
  const answer = await ask(address, path, null);
  const parsed = readiness.safeParse(answer.body);
  return parsed.success ? { ...parsed.data, code: answer.status, ms: answer.ms } : null;
}
