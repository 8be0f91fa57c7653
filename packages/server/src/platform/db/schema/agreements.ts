/**
 * Defines the tables of patients' consents: the accepted text, its document, its withdrawal, and the links that were
 * sent.
 */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Signature } from '@rhythmdesk/contract/agreements';
import { caseFiles, cases } from './cases.ts';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { users } from './people.ts';

/** Never changed once written: the document and a withdrawal are separate rows. */
export const agreements = pgTable(
  'agreements',
  {
    agreement_id: identity('agreement_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    agree_type: text('agree_type').notNull(),
    language: text('language').notNull(),
    text_version: text('text_version').notNull(),
    /** The digest of the text as it was shown, with the names filled in. */
    text_sha256: text('text_sha256').notNull(),
    signed_name: text('signed_name'),
    signature: jsonb('signature').$type<Signature>(),
    witnessed_by: rowRef('witnessed_by').references(() => users.id),
    agreed_at: instant('agreed_at').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('agreements_type', sql`${t.agree_type} in ('PAPER', 'SCREEN', 'MOBILE')`),
    index('agreements_case').on(t.case_id),
  ],
);

export const agreementFiles = pgTable('agreement_files', {
  agreement_id: rowRef('agreement_id')
    .primaryKey()
    .references(() => agreements.agreement_id),
  file_id: rowRef('file_id')
    .notNull()
    .references(() => caseFiles.file_id),
});

export const agreementWithdrawals = pgTable('agreement_withdrawals', {
  agreement_id: rowRef('agreement_id')
    .primaryKey()
    .references(() => agreements.agreement_id),
  reason: text('reason').notNull(),
  withdrawn_by: rowRef('withdrawn_by')
    .notNull()
    .references(() => users.id),
  withdrawn_at: instant('withdrawn_at').notNull(),
});

/**
 * A one-time link to a patient's phone. Its secret is created when the message is sent; this table contains its hash.
 */
export const consentLinks = pgTable(
  'consent_links',
  {
    consent_link_id: identity('consent_link_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    phone_number: text('phone_number').notNull(),
    language: text('language').notNull(),
    token_hash: bytes('token_hash'),
    requested_by: rowRef('requested_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    sent_at: instant('sent_at'),
    /** Agreed, declined, or replaced by a later link. */
    ended_at: instant('ended_at'),
    outcome: text('outcome'),
  },
  (t) => [
    check('consent_links_outcome', sql`${t.outcome} in ('agreed', 'declined', 'replaced')`),
    index('consent_links_case').on(t.case_id),
    uniqueIndex('consent_links_token').on(t.token_hash),
  ],
);
