/** Converts a condition over cases to SQL, with the columns of its fields. */
import type { Condition, ScopeField } from '@rhythmdesk/domain/people/scope';
import { inArray, sql, type SQL } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import { disjointScopeSql, scopeSql } from '../../platform/db/scope-sql.ts';

export function caseScopeSql(condition: Condition<'case'>): SQL {
  return scopeSql(condition, cases);
}

/** Returns whether an earlier part contains every case with one of these groups in this field. */
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

/**
 * The usual values: the group that reads a case is mostly its center, the group that sent it is mostly its hospital.
 */
const usual = { technician_group_id: 'tech_center_id', uploader_group_id: 'hospital_id' } as const;

const isUnusual = (field: string): field is keyof typeof usual => Object.hasOwn(usual, field);

/** `of_center`: the cases of one center, for which indexes by hospital and technician exist. */
type ScopePart = { readonly where: SQL; readonly of_center: boolean };

/**
 * Returns the scope as disjoint parts, each in the form of an index. Readers and senders have indexes of the cases that
 * they read or sent for others (`cases_read_elsewhere`, `cases_sent_elsewhere`). Their other cases are in the part of
 * the center or the hospital.
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

/** Returns whether the condition is true for every case. */
export function isEveryCase({ any }: Condition<'case'>): boolean {
  return any.some((tests) => tests.length === 0);
}

/**
 * Returns the table of a query over cases, named `cases`. For a user who sees every case, it is a view that checks the
 * permission once, because a policy would prevent the planner from using the search indexes.
 */
export function caseRows(everyCase: boolean): SQL {
  return everyCase ? sql`every_case cases` : sql`cases`;
}
