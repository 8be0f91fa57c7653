/** Defines the table of report logos. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Append-only: report logos by the SHA-256 of their bytes, so that a stored report can be printed again. */
export const reportLogos = pgTable(
  'report_logos',
  {
    sha256: text('sha256').primaryKey(),
    png: bytes('png').notNull(),
    width_px: integer('width_px').notNull(),
    height_px: integer('height_px').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    check('report_logos_size', sql`${t.width_px} between 1 and 1000 and ${t.height_px} between 1 and 500`),
  ],
);
