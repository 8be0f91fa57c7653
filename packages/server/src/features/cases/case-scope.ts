/** A domain condition over cases as SQL, so that a list and a single read agree on who sees what. */
import type { Condition, ScopeField } from '@rhythmdesk/domain/people/scope';
import { and, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cases } from '../../platform/db/schema/cases.ts';

const columns = {
  hospital_id: cases.hospital_id,
  tech_center_id: cases.tech_center_id,
  technician_id: cases.technician_id,
  technician_group_id: cases.technician_group_id,
  confirmer_id: cases.confirmer_id,
  uploader_group_id: cases.uploader_group_id,
} as const satisfies Record<ScopeField<'case'>, PgColumn>;

const everything = sql`true`;
const nothing = sql`false`;

export function caseScopeSql({ any }: Condition<'case'>): SQL {
  const alternatives = any.map((tests) => {
    const parts = tests.map(({ field, values }) =>
      values.length === 0 ? nothing : sql`${columns[field]} in ${[...values]}`,
    );
    return and(...parts) ?? everything;
  });
  return or(...alternatives) ?? nothing;
}
