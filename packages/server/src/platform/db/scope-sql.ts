/** A domain condition as SQL, so that a list and a single read agree on who sees what. */
import type { Condition, ScopedObject, ScopeField } from '@rhythmdesk/domain/people/scope';
import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

export function scopeSql<Kind extends ScopedObject>(
  { any }: Condition<Kind>,
  columns: Readonly<Record<ScopeField<Kind>, SQLWrapper>>,
): SQL {
  const alternatives = any.map((tests) => {
    const parts = tests.map(({ field, values }) =>
      values.length === 0 ? sql`false` : sql`${columns[field]} in ${[...values]}`,
    );
    return and(...parts) ?? sql`true`;
  });
  return or(...alternatives) ?? sql`false`;
}
