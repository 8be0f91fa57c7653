/**
 * Sends recordings as a device's program would: starts an upload, sends it, and after any fault requests the offset and
 * continues from there until everything is received. A received recording must become exactly one case.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { invariant } from './fault-program.ts';
import { askToBegin, begunBy, offsetIn, sendPart, uploadOffsetOf, type Begun } from './tus-client.ts';
import { until } from './until.ts';

const patienceMs = 120_000;
const againMs = 100;

type Where = () => string;
type Sending = {
  readonly begun: Begun;
  readonly zip: Buffer;
  /** The bytes that the server has acknowledged. */
  acknowledged: number;
};

/** Continues from the current offset. Returns whether everything is received, or which acknowledged bytes are lost. */
async function goOn(where: Where, sending: Sending): Promise<boolean | 'lost'> {
  const { begun, zip } = sending;
  const offset = await uploadOffsetOf(where(), begun);
  if (offset === null) return false;
  if (offset < sending.acknowledged) return 'lost';
  if (offset === zip.length) return true;
  const part = zip.subarray(offset, offset + Math.ceil(zip.length / 3));
  const sent = await sendPart(where(), begun, offset, part);
  sending.acknowledged = offsetIn(sent) ?? sending.acknowledged;
  return sent.status === 204 && offsetIn(sent) === zip.length;
}

async function patiently<Result>(words: string, work: () => Promise<Result | null>): Promise<Result> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(againMs)) {
    const result = await work().catch(() => null);
    if (result !== null) return result;
  }
  throw new Error(`In vain: ${words}`);
}

export async function sendRecording(where: Where, token: string, hn_id: string): Promise<void> {
  const zip = await recordingZip(synthRecording({ hn_id, seconds: 30 }));
  const begun = await patiently(`an upload of ${hn_id} begins`, async () =>
    begunBy(await askToBegin(where(), token, { hn_id, bytes: zip.length })),
  );
  const sending: Sending = { begun, zip, acknowledged: 0 };
  const received = await patiently(
    `the upload of ${hn_id} is received`,
    async () => (await goOn(where, sending)) || null,
  );
  invariant(received !== 'lost', `the acknowledged bytes of the upload of ${hn_id} are there`);
}

let serial = 0;

/** Sends one recording after the other until `isOver`; returns their HN IDs. */
export async function sendUntil(where: Where, token: string, isOver: () => boolean): Promise<string[]> {
  const sent: string[] = [];
  while (!isOver()) {
    const hn_id = `HN7${String((serial += 1)).padStart(5, '0')}`;
    await sendRecording(where, token, hn_id);
    sent.push(hn_id);
  }
  return sent;
}

const standing = z.object({
  cases: z.number(),
  recordings: z.number(),
  analyses: z.number(),
  created: z.number(),
});
const left = z.object({ jobs: z.number(), given_up: z.number(), faults: z.string().nullable() });

/** Waits until no job is left, then checks the case of every received recording. */
export async function checkSent(db: Db, hn_ids: readonly string[]): Promise<void> {
  await until(
    'every job has run',
    async () => {
      const found = await db.execute(sql`select count(*)::int as jobs,
        count(*) filter (where attempts >= max_attempts)::int as given_up,
        string_agg(distinct last_error, ', ') filter (where attempts >= max_attempts) as faults
        from graphile_worker.jobs where task_identifier in ('check-upload', 'analyse-recording')`);
      const { jobs, given_up, faults } = left.parse(found.rows[0]);
      // Jobs interrupted by the database are started again within a minute.
      invariant(
        given_up === 0 || faults === 'database',
        `no job is given up (${String(given_up)}: ${String(faults)})`,
      );
      return jobs === 0;
    },
    600_000,
  );
  for (const hn_id of hn_ids) {
    const found = await db.execute(sql`select count(*)::int as cases,
        (select count(*)::int from recordings r join cases c using (case_id) where c.hn_id = ${hn_id}) as recordings,
        (select count(*)::int from analyses a join cases c using (case_id) where c.hn_id = ${hn_id}) as analyses,
        (select count(*)::int from case_history h join cases c using (case_id)
          where c.hn_id = ${hn_id} and h.from_status is null) as created
      from cases where hn_id = ${hn_id}`);
    const { cases, recordings, analyses, created } = standing.parse(found.rows[0]);
    invariant(cases === 1 && recordings === 1, `${hn_id} is one case with one recording`);
    invariant(created === 1, `${hn_id} was made once`);
    invariant(analyses === 1, `${hn_id} was analysed once, not ${String(analyses)} times`);
  }
}
