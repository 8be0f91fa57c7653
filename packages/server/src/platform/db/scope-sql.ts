/** Converts a domain condition to SQL, so that a list and a single read agree on who sees what. */
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
 * Returns the same condition as disjoint parts: exactly one part is true for a row in the scope. Each part can use its
 * own index, and their counts can be added. PostgreSQL reads an `or` over several columns far more slowly.
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
