/** What a condition over cases means in SQL: the columns behind its fields. */
import type { Condition } from '@rhythmdesk/domain/people/scope';
import type { SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { disjointScopeSql, scopeSql } from '../../platform/db/scope-sql.ts';

export function caseScopeSql(condition: Condition<'case'>): SQL {
  return scopeSql(condition, cases);
}

/** The scope in parts that have no case in common. */
export function caseScopeParts(condition: Condition<'case'>): SQL[] {
  return disjointScopeSql(condition, cases);
}
