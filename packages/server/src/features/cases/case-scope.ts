/** What a condition over cases means in SQL: the columns behind its fields. */
import type { Condition } from '@rhythmdesk/domain/people/scope';
import type { SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';

export function caseScopeSql(condition: Condition<'case'>): SQL {
  return scopeSql(condition, cases);
}
