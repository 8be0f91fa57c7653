/** What a condition over cases means in SQL: the columns behind its fields. */
import type { Condition } from '@rhythmdesk/domain/people/scope';
import { sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { disjointScopeSql, scopeSql } from '../../platform/db/scope-sql.ts';

export function caseScopeSql(condition: Condition<'case'>): SQL {
  return scopeSql(condition, cases);
}

/** The scope in parts that have no case in common. */
export function caseScopeParts(condition: Condition<'case'>): SQL[] {
  return disjointScopeSql(condition, cases);
}

/** Does the condition hold for every case? */
export function isEveryCase({ any }: Condition<'case'>): boolean {
  return any.some((tests) => tests.length === 0);
}

/**
 * The table of a query over cases, by the name `cases`. Who sees every case is read through a view that asks once,
 * since a policy would keep the planner from the search indexes.
 */
export function caseRows(everyCase: boolean): SQL {
  return everyCase ? sql`every_case cases` : sql`cases`;
}
