/** Whose turn a case is: what comes next for the caller, and what brought it back. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { isHandback, isReturnedSinceAsked, openHandback } from '@rhythmdesk/domain/case/handback';
import { nextStep } from '@rhythmdesk/domain/case/next-step';
import { may } from '@rhythmdesk/domain/people/can';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { caseHistory } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

export async function turnFor(
  db: Queryable,
  { row, facts }: CaseRecord,
  { actor }: Caller,
): Promise<Pick<CaseDetail, 'next_step' | 'handback'>> {
  const happened = await db
    .select({
      action: caseHistory.action,
      description: caseHistory.description,
      created_at: caseHistory.created_at,
      user_id: caseHistory.user_id,
      user: users.name,
    })
    .from(caseHistory)
    .leftJoin(users, eq(users.id, caseHistory.user_id))
    .where(eq(caseHistory.case_id, row.case_id))
    .orderBy(asc(caseHistory.version));
  const next_step = nextStep({ ...facts, returned_since_asked: isReturnedSinceAsked(happened) }, actor);
  const back = openHandback(happened);
  // The comment is the history's, and goes to whoever reads the history.
  if (back === undefined || !isHandback(back.action) || !may('case', actor, 'case.history', facts)) {
    return { next_step, handback: null };
  }
  const { action, created_at, description, user_id, user } = back;
  const by = user_id === null ? null : { id: user_id, name: user ?? '' };
  return { next_step, handback: { action, by, at: created_at.toISOString(), comment: description } };
}
