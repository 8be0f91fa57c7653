/** Defines the table of identifiers of orders that other systems created by FHIR. */
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups } from './people.ts';

export const fhirOrders = pgTable(
  'fhir_orders',
  {
    fhir_order_id: identity('fhir_order_id').primaryKey(),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    /** The system of the identifier; empty if it has none. */
    system: text('system').notNull(),
    value: text('value').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('fhir_orders_identifier').on(t.hospital_id, t.system, t.value),
    index('fhir_orders_value').on(t.value),
    index('fhir_orders_case').on(t.case_id),
  ],
);
