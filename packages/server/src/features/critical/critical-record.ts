/**
 * Writes the rows of critical findings. The case's row is locked before each change, so that two changes run one after
 * the other; each change writes its event and the case's first deadline in the same transaction.
 */
import { criticalRuleKeys } from '@rhythmdesk/domain/critical/critical-rules';
import {
  criticalStates,
  underWayStates,
  type KeptFinding,
} from '@rhythmdesk/domain/critical/critical-states';
import { and, asc, eq, inArray, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { changeCriticalDue } from '../../records/cases/save-case.ts';

const ruleWord = z.enum(criticalRuleKeys);
export const stateWord = z.enum(criticalStates);
const storedPlaces = z.array(z.object({ start_sample: z.number(), end_sample: z.number() }));

export async function keptFindings(db: Queryable, case_id: number): Promise<KeptFinding[]> {
  const { finding_id, rule, state, start_sample, end_sample, places } = criticalFindings;
  const rows = await db
    .select({ finding_id, rule, state, start_sample, end_sample, places })
    .from(criticalFindings)
    .where(eq(criticalFindings.case_id, case_id))
    .orderBy(asc(finding_id));
  return rows.map((row) => ({
    ...row,
    rule: ruleWord.parse(row.rule),
    state: stateWord.parse(row.state),
    places: storedPlaces.parse(row.places),
  }));
}

export const ruleOf = (row: Pick<typeof criticalFindings.$inferSelect, 'rule'>) => ruleWord.parse(row.rule);

/** Writes the first deadline of the open findings to the case and publishes it to the pages that show it. */
export async function renewCriticalDue(tx: Tx, case_id: number): Promise<void> {
  const [first] = await tx
    .select({ due_at: min(criticalFindings.due_at) })
    .from(criticalFindings)
    .where(and(eq(criticalFindings.case_id, case_id), inArray(criticalFindings.state, underWayStates)));
  await changeCriticalDue(tx, case_id, first?.due_at ?? null);
}
