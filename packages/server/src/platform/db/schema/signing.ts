/** Defines the tables of centers' certificates and of report signatures. */
import type { NamedPeople } from '@rhythmdesk/contract/report-document';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { caseFiles, cases } from './cases.ts';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

/** At most one is current. Removed ones are kept without their keys. */
export const centerCertificates = pgTable('center_certificates', {
  certificate_id: identity('certificate_id').primaryKey(),
  center_id: rowRef('center_id')
    .notNull()
    .references(() => userGroups.id),
  /** PEM: the signer's own certificate first, then those of its issuers. */
  certificates: text('certificates').notNull(),
  sealed_key: bytes('sealed_key'),
  subject: text('subject').notNull(),
  issuer: text('issuer').notNull(),
  /** SHA-256 of the signer's own certificate. */
  fingerprint: text('fingerprint').notNull(),
  not_before: instant('not_before').notNull(),
  not_after: instant('not_after').notNull(),
  created_by: rowRef('created_by')
    .notNull()
    .references(() => users.id),
  created_at: instant('created_at').notNull(),
  removed_by: rowRef('removed_by').references(() => users.id),
  removed_at: instant('removed_at'),
});

/** Append-only: a version is signed once. */
export const reportSignatures = pgTable(
  'report_signatures',
  {
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    report_version: integer('report_version').notNull(),
    case_version: integer('case_version').notNull(),
    act: text('act').notNull(),
    signed_by: rowRef('signed_by')
      .notNull()
      .references(() => users.id),
    signed_at: instant('signed_at').notNull(),
    language: text('language').notNull(),
    /** The statement shown beside the password. */
    meaning: text('meaning').notNull(),
    /** The version's file, or a separate file with the signers' names or a signature in it. */
    file_id: rowRef('file_id')
      .notNull()
      .references(() => caseFiles.file_id),
    sha256: text('sha256').notNull(),
    seal: text('seal').notNull(),
    certificate_id: rowRef('certificate_id').references(() => centerCertificates.certificate_id),
    /** The people that the signed pages name; null if they are the pages of the version as it was made. */
    named: jsonb('named').$type<NamedPeople>(),
  },
  (t) => [primaryKey({ columns: [t.case_id, t.report_version] })],
);
