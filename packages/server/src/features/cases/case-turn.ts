/** Determines the next step of a case for the caller and why the case was returned. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import {
  isHandback,
  isInnerReason,
  isReturnedSinceRequest,
  shownHandback,
} from '@rhythmdesk/domain/case/handback';
import { nextStep } from '@rhythmdesk/domain/case/next-step';
import { may, seesInternalComments } from '@rhythmdesk/domain/people/can';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { caseHistory } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import type { ListedCase } from '../../records/cases/listed-case.ts';

type Turn = Pick<CaseDetail, 'next_step' | 'handback'>;

/** Reads the history of these cases, each in its order. */
function readHappened(db: Queryable, ids: readonly number[]) {
  return db
    .select({
      case_id: caseHistory.case_id,
      action: caseHistory.action,
      description: caseHistory.description,
      created_at: caseHistory.created_at,
      user_id: caseHistory.user_id,
      user: users.name,
    })
    .from(caseHistory)
    .leftJoin(users, eq(users.id, caseHistory.user_id))
    .where(inArray(caseHistory.case_id, [...ids]))
    .orderBy(asc(caseHistory.case_id), asc(caseHistory.version));
}
type Happened = Awaited<ReturnType<typeof readHappened>>[number];

function turnOf(
  { facts }: Pick<CaseRecord, 'facts'>,
  happened: readonly Happened[],
  { actor }: Caller,
): Turn {
  const next_step = nextStep({ ...facts, returned_since_asked: isReturnedSinceRequest(happened) }, actor);
  const back = shownHandback(happened);
  // The comment is part of the history and is shown only to users who may read it there; a chief's reason for returning
  // work stays in the center.
  if (back === undefined || !isHandback(back.action) || !may('case', actor, 'case.history', facts)) {
    return { next_step, handback: null };
  }
  const { action, created_at, description, user_id, user } = back;
  const by = user_id === null ? null : { id: user_id, name: user ?? '' };
  if (isInnerReason(action) && !seesInternalComments(actor)) return { next_step, handback: null };
  return { next_step, handback: { action, by, at: created_at.toISOString(), comment: description } };
}

export async function turnFor(db: Queryable, record: CaseRecord, caller: Caller): Promise<Turn> {
  return turnOf(record, await readHappened(db, [record.row.case_id]), caller);
}

/** Returns the turns of many cases in their order, with one query. */
export async function turnsFor(
  db: Queryable,
  records: readonly Pick<ListedCase, 'facts' | 'row'>[],
  caller: Caller,
): Promise<Turn[]> {
  if (records.length === 0) return [];
  const happened = await readHappened(
    db,
    records.map(({ row }) => row.case_id),
  );
  const byCase = Map.groupBy(happened, ({ case_id }) => case_id);
  return records.map((record) => turnOf(record, byCase.get(record.row.case_id) ?? [], caller));
}
