/** A domain condition as SQL, so that a list and a single read agree on who sees what. */
import type { Condition, ScopedObject, ScopeField } from '@rhythmdesk/domain/people/scope';
import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

type Columns<Kind extends ScopedObject> = Readonly<Record<ScopeField<Kind>, SQLWrapper>>;

function alternatives<Kind extends ScopedObject>({ any }: Condition<Kind>, columns: Columns<Kind>): SQL[] {
  return any.map((tests) => {
    const parts = tests.map(({ field, values }) =>
      values.length === 0 ? sql`false` : sql`${columns[field]} in ${[...values]}`,
    );
    return and(...parts) ?? sql`true`;
  });
}

export function scopeSql<Kind extends ScopedObject>(condition: Condition<Kind>, columns: Columns<Kind>): SQL {
  return or(...alternatives(condition, columns)) ?? sql`false`;
}

/**
 * The same condition as parts of which exactly one holds for a row inside, so that each part is read through an index
 * of its own and their counts add up. PostgreSQL reads an `or` over several columns far more slowly.
 */
export function disjointScopeSql<Kind extends ScopedObject>(
  condition: Condition<Kind>,
  columns: Columns<Kind>,
): SQL[] {
  return alternatives(condition, columns).map((part, index, all) => {
    const before = all.slice(0, index).map((each) => sql`(${each}) is not true`);
    return and(part, ...before) ?? part;
  });
}
