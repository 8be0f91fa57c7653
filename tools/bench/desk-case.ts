/** Finds the reader of a demo case and waits until the case can be read. */
import { openDb, openPool } from '@rhythmdesk/server/platform/db/database';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { eq } from 'drizzle-orm';
import { demoGroups } from '../demo/demo-people.ts';
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { z } from 'zod';
import type { BenchServer } from './bench-server.ts';

const technicians = ['demotechnician', 'demotechnician3'] as const;
const ownCase = z.object({ can_edit_reading: z.boolean() });

/** Returns the assignee of a case; the demo distributes the cases. */
export async function readerOf({ origin, token }: BenchServer, case_id: number): Promise<string> {
  for (const user_id of technicians) {
    const headers = { authorization: `Bearer ${await token(user_id)}` };
    const answer = await fetch(`${origin}/api/v1/case/case/${String(case_id)}`, { headers });
    const read = ownCase.safeParse(await answer.json());
    if (read.success && read.data.can_edit_reading) return user_id;
  }
  throw new Error(`nobody reads case ${String(case_id)}`);
}

export async function untilAnalysed(
  { origin, token }: BenchServer,
  case_id: number,
  reader: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${await token(reader)}` };
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/recording/${String(case_id)}/analysis`, { headers });
    const { state, summary } = recordingAnalysis.parse(await answer.json());
    if (summary !== null) return;
    if (state === 'failed') throw new Error(`case ${String(case_id)} was not analysed`);
    await new Promise((wake) => setTimeout(wake, 1000));
  }
}

/** Requires what the demo's centers require: the share of each recording that is viewed before it is handed on. */
export async function requireCoverage({ data_dir }: BenchServer): Promise<void> {
  const running = await findRunningEmbedded(data_dir);
  if (running === null) throw new Error('the server runs no embedded database');
  const pool = openPool(running.owner, () => undefined, { connections: 1, rows: 'everything' });
  try {
    const required = demoGroups.flatMap(({ name, coverage_minimum }) =>
      coverage_minimum === undefined ? [] : [{ name, coverage_minimum }],
    );
    for (const { name, coverage_minimum } of required)
      await openDb(pool).update(userGroups).set({ coverage_minimum }).where(eq(userGroups.name, name));
  } finally {
    await pool.end();
  }
}
