/** What a condition over cases means in SQL: the columns behind its fields. */
import type { Condition, ScopeField } from '@rhythmdesk/domain/people/scope';
import { inArray, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { disjointScopeSql, scopeSql } from '../../platform/db/scope-sql.ts';

export function caseScopeSql(condition: Condition<'case'>): SQL {
  return scopeSql(condition, cases);
}

/** Does an earlier part hold every case with one of these groups in this field? */
function holdsBefore(
  { any }: Condition<'case'>,
  index: number,
  field: ScopeField<'case'>,
  groups: readonly number[],
): boolean {
  return any
    .slice(0, index)
    .some(
      ([test, ...more]) =>
        test?.field === field && more.length === 0 && groups.every((group) => test.values.includes(group)),
    );
}

/** The group that reads a case is mostly its center, the group that sent it its hospital. */
const usual = { technician_group_id: 'tech_center_id', uploader_group_id: 'hospital_id' } as const;

const isUnusual = (field: string): field is keyof typeof usual => Object.hasOwn(usual, field);

/** `of_center`: the cases of one center, which have indexes in the order of their hospitals and technicians. */
type ScopePart = { readonly where: SQL; readonly of_center: boolean };

/**
 * The scope in parts that have no case in common, each in the words of an index. Readers and senders have indexes of the
 * cases that they read and sent for others (`cases_read_elsewhere`, `cases_sent_elsewhere`); those of their own are a
 * part of the center's or the hospital's.
 */
export function caseScopeParts(condition: Condition<'case'>): ScopePart[] {
  return disjointScopeSql(condition, cases).flatMap((where, index) => {
    const [test, ...more] = condition.any[index] ?? [];
    if (test === undefined || more.length > 0) return [{ where, of_center: false }];
    if (!isUnusual(test.field))
      return [{ where, of_center: test.field === 'tech_center_id' && test.values.length === 1 }];
    const [own, other] = [cases[test.field], cases[usual[test.field]]];
    const groups = test.values.filter((value) => typeof value === 'number');
    const forOthers = { where: sql`${where} and ${own} is distinct from ${other}`, of_center: false };
    if (holdsBefore(condition, index, usual[test.field], groups)) return [forOthers];
    return [
      forOthers,
      { where: sql`${where} and ${inArray(other, groups)} and ${own} = ${other}`, of_center: false },
    ];
  });
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
