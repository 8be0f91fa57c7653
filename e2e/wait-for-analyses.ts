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

async function tokenOf(origin: string, user_id: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id, password }),
  });
  return signedIn.parse(await answer.json()).token;
}

async function isProcessing(origin: string, token: string): Promise<boolean> {
  const list = await fetch(`${origin}/api/v1/case/cases?view=in_progress&size=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return listed.parse(await list.json()).items.some(({ processing }) => processing);
}

export default async function waitForAnalyses({ projects }: FullConfig): Promise<void> {
  const origin = projects[0]?.use.baseURL ?? '';
  const until = Date.now() + longestMs;
  for (const user_id of ['demochief', 'demochief2']) {
    const token = await tokenOf(origin, user_id);
    while (await isProcessing(origin, token)) {
      if (Date.now() > until) throw new Error(`The analyses of ${user_id} did not end.`);
      await sleep(2_000);
    }
  }
}
