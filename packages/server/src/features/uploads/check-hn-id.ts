/**
 * Checks an HN ID at a hospital before anything is sent: it is free, a case waits for its recording, or it is taken. An
 * HN ID is unique in the whole installation, so every user who may upload learns that it is taken. Only users who may
 * see the case learn which case it is.
 */
import type { uploadRoutes } from '@rhythmdesk/contract/uploads';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { visibleCases } from './history-query.ts';
import { hnIdOf } from './upload-metadata.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { hospitalFor } from '../../records/cases/new-case-checks.ts';
import { waitingCase } from './receive-recording.ts';

type Checked = OutputOf<(typeof uploadRoutes)['checkHnId']>;

/** Returns the case that has the HN ID, with its upload or, without one, its creation; null if it is out of scope. */
async function caseInTheWay(db: Db, caller: Caller, hn_id: string): Promise<Checked['taken']> {
  const [known] = await db
    .select({ case_id: cases.case_id, created_at: cases.created_at, id: users.id, name: users.name })
    .from(cases)
    .innerJoin(users, eq(users.id, cases.owner_id))
    .where(and(eq(cases.hn_id, hn_id), visibleCases(caller)));
  if (known === undefined) return null;
  const [upload] = await db
    .select({ created_at: uploads.created_at, id: users.id, name: users.name })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.user_id))
    .where(and(eq(uploads.case_id, known.case_id), eq(uploads.state, 'done')))
    .orderBy(desc(uploads.created_at))
    .limit(1);
  const { created_at, id, name } = upload ?? known;
  return {
    case_id: known.case_id,
    created_at: created_at.toISOString(),
    created_by: { id, name },
  };
}

/** Returns the id if the caller may see the case, otherwise null. */
async function seenId(db: Db, caller: Caller, case_id: number): Promise<number | null> {
  const [seen] = await db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(and(eq(cases.case_id, case_id), visibleCases(caller)));
  return seen?.case_id ?? null;
}

export async function checkHnId(
  dependencies: UploadDependencies,
  { caller, input }: Call<(typeof uploadRoutes)['checkHnId']>,
): Promise<Checked> {
  const hn_id = hnIdOf(input.hn_id);
  const hospital = await hospitalFor(dependencies.db, caller, input.hospital_id);
  try {
    const { db } = dependencies;
    const waiting = await inScope(everything, () => waitingCase(db, hn_id, hospital.id));
    return waiting === null
      ? { state: 'free', case_id: null, taken: null }
      : { state: 'attaches', case_id: await seenId(dependencies.db, caller, waiting.case_id), taken: null };
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.code === 'case/hn-id-taken')) throw fault;
    return { state: 'taken', case_id: null, taken: await caseInTheWay(dependencies.db, caller, hn_id) };
  }
}
