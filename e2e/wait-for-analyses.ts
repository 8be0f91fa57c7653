/**
 * Before the first journey: the analyses that the demo queued are done, so that a case's chip says its status and not
 * that a background job works on it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';
import { z } from 'zod';
import { password } from './people.ts';

const signedIn = z.object({ token: z.string().min(1) });
const listed = z.object({ items: z.array(z.object({ processing: z.boolean() })) });
/** Only a queue that stands still takes this long, however busy the machine is. */
const longestMs = 1_800_000;

const againMs = 2_000;

/** Asks until there is an answer: a server whose database has no time for it just now says so and has done nothing. */
async function answerOf(url: string, init: RequestInit, until_ms: number): Promise<unknown> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503 || Date.now() > until_ms) return answer.json();
    await answer.body?.cancel();
    await sleep(againMs);
  }
}

async function tokenOf(origin: string, user_id: string, until_ms: number): Promise<string> {
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id, password }),
  };
  return signedIn.parse(await answerOf(`${origin}/api/v1/auth/login`, signIn, until_ms)).token;
}

async function isProcessing(origin: string, token: string, until_ms: number): Promise<boolean> {
  const init = { headers: { authorization: `Bearer ${token}` } };
  const list = await answerOf(`${origin}/api/v1/case/cases?view=in_progress&size=100`, init, until_ms);
  return listed.parse(list).items.some(({ processing }) => processing);
}

export default async function waitForAnalyses({ projects }: FullConfig): Promise<void> {
  const origin = projects.find(({ name }) => name === 'demo')?.use.baseURL ?? '';
  const until = Date.now() + longestMs;
  for (const user_id of ['demochief', 'demochief2']) {
    const token = await tokenOf(origin, user_id, until);
    while (await isProcessing(origin, token, until)) {
      if (Date.now() > until) throw new Error(`The analyses of ${user_id} did not end.`);
      await sleep(againMs);
    }
  }
}
