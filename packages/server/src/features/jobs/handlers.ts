/** Handles the routes with which operators see and restart background jobs that were given up. */
import { isJobFault, type FilesWaiting, type GivenUpJob, type jobRoutes } from '@rhythmdesk/contract/jobs';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { waitingSums } from '../../platform/files/waiting-rows.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { countGivenUp, givenUpJobs, runAgain } from '../../platform/jobs/given-up.ts';
import { jobNames } from '../../platform/jobs/job-names.ts';

const mostListed = 200;

/** Only the fields of a job's payload that name a case or an upload are sent to the page. */
const about = z.object({ case_id: z.number().optional(), upload_id: z.string().optional() });
type About = { readonly case_id: number | null; readonly hn_id: string | null };
const nobody: About = { case_id: null, hn_id: null };

async function readUploads(db: Db, ids: readonly string[]): Promise<Map<string, About>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: uploads.upload_id, case_id: uploads.case_id, hn_id: uploads.hn_id })
    .from(uploads)
    .where(inArray(uploads.upload_id, [...ids]));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

async function readCases(db: Db, ids: readonly number[]): Promise<Map<number, About>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ case_id: cases.case_id, hn_id: cases.hn_id })
    .from(cases)
    .where(inArray(cases.case_id, [...ids]));
  return new Map(rows.map((row) => [row.case_id, row]));
}

async function listGivenUp(db: Db): Promise<GivenUpJob[]> {
  const found = await givenUpJobs(db, mostListed);
  const named = found.map(({ payload }) => about.safeParse(payload).data ?? {});
  const ofUploads = await readUploads(
    db,
    named.flatMap(({ upload_id }) => upload_id ?? []),
  );
  const ofCases = await readCases(
    db,
    named.flatMap(({ case_id }) => case_id ?? []),
  );
  return found.flatMap(({ id, job, attempts, fault, failed_at }, at) => {
    const kind = jobNames.find((name) => name === job);
    if (kind === undefined) return [];
    const { case_id, upload_id } = named[at] ?? {};
    const whose = ofUploads.get(upload_id ?? '') ?? ofCases.get(case_id ?? 0) ?? nobody;
    const known = fault !== null && isJobFault(fault) ? fault : 'other';
    return [{ id, job: kind, ...whose, attempts, fault: known, failed_at: failed_at.toISOString() }];
  });
}

async function listWaiting(db: Db): Promise<FilesWaiting[]> {
  return (await waitingSums(db)).map(({ node_name, files, bytes, since, last_fault }) => ({
    ...{ node_name, files, bytes },
    since: since.toISOString(),
    failing: last_fault !== '',
  }));
}

export function jobHandlersOf({ db }: { readonly db: Db }): Handlers<typeof jobRoutes> {
  return {
    givenUpJobs: async () => ({
      items: await listGivenUp(db),
      total: await countGivenUp(db),
      files_waiting: await listWaiting(db),
    }),
    runJobsAgain: ({ input }) =>
      transact(db, async (tx) => {
        const again = await runAgain(tx, input.ids);
        noteAudit({ target: again.map((id) => `job/${String(id)}`).join(', ') });
        return { again: again.length };
      }),
  };
}
