/**
 * Defines the tables of partners, of the messages exchanged with them, of the orders that became cases, and of the days
 * of the ledger that were closed.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { bytes, identity, instant, rowRef } from './columns.ts';
import { criticalFindings } from './critical.ts';
import { userGroups, users } from './people.ts';

export const partners = pgTable(
  'partners',
  {
    partner_id: identity('partner_id').primaryKey(),
    version: integer('version').notNull().default(1),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    channel: text('channel').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    sends_results: boolean('sends_results').notNull().default(false),
    takes_orders: boolean('takes_orders').notNull().default(false),
    /** The user in whose name its orders create and change cases. */
    acting_user_id: rowRef('acting_user_id').references(() => users.id),
    /** Addresses, names, certificates, character set and mapping, in the form of the channel. */
    settings: jsonb('settings').notNull(),
    /** The first failed attempt after which no message was accepted. */
    failing_since: instant('failing_since'),
    /** Why the product has switched it off; null if it is on, or a user switched it off. */
    off_reason: text('off_reason'),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    updated_by: rowRef('updated_by')
      .notNull()
      .references(() => users.id),
    updated_at: instant('updated_at').notNull(),
    /** Since then every released report has a message to it; null while it gets no results. */
    sending_since: instant('sending_since'),
  },
  (t) => [
    check('partners_acting', sql`not ${t.takes_orders} or ${t.acting_user_id} is not null`),
    check('partners_off_reason', sql`${t.off_reason} in ('failing', 'gone')`),
    index('partners_hospital').on(t.hospital_id),
  ],
);

export const partnerMessages = pgTable(
  'partner_messages',
  {
    message_id: identity('message_id').primaryKey(),
    partner_id: rowRef('partner_id')
      .notNull()
      .references(() => partners.partner_id),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    direction: text('direction').notNull(),
    kind: text('kind').notNull(),
    case_id: rowRef('case_id').references(() => cases.case_id),
    /** The version of the report that a result sends. */
    report_version: integer('report_version'),
    /** The type of an event. */
    event: text('event'),
    /** The critical finding that the event is about. */
    finding_id: rowRef('finding_id').references(() => criticalFindings.finding_id),
    /** The id by which the partner knows the message; the same at every attempt. */
    control_id: text('control_id').notNull(),
    /** The text of the message. A result gets it at the first attempt; a document in it is named by its digest. */
    payload: text('payload'),
    /** The digest of an incoming message's bytes. */
    digest: bytes('digest'),
    /** The partner's answer, or the answer that it got. */
    reply: text('reply'),
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    fault: text('fault'),
    /** What the fault was about, in the words of the network or the partner. */
    fault_detail: text('fault_detail').notNull().default(''),
    created_at: instant('created_at').notNull(),
    next_attempt_at: instant('next_attempt_at'),
    sent_at: instant('sent_at'),
    settled_at: instant('settled_at'),
    /** It is tried again until then. */
    gives_up_at: instant('gives_up_at'),
  },
  (t) => [
    check('partner_messages_direction', sql`${t.direction} in ('in', 'out')`),
    check('partner_messages_kind', sql`${t.kind} in ('result', 'order', 'event', 'other')`),
    check(
      'partner_messages_state',
      sql`${t.state} in ('waiting', 'sent', 'acknowledged', 'refused', 'dead')`,
    ),
    check(
      'partner_messages_fault',
      sql`${t.fault} in ('unreachable', 'tls', 'no-answer', 'answer', 'charset', 'refused', 'address', 'status',
        'credentials', 'unfit')`,
    ),
    check('partner_messages_settled', sql`(${t.state} in ('waiting', 'sent')) = (${t.settled_at} is null)`),
    uniqueIndex('partner_messages_report')
      .on(t.partner_id, t.case_id, t.report_version)
      .where(sql`report_version is not null`),
    uniqueIndex('partner_messages_incoming')
      .on(t.partner_id, t.control_id, t.digest)
      .where(sql`direction = 'in'`),
    index('partner_messages_open')
      .on(t.partner_id, t.message_id)
      .where(sql`state in ('waiting', 'sent')`),
    index('partner_messages_later')
      .on(t.partner_id, t.next_attempt_at)
      .where(sql`state in ('waiting', 'sent') and next_attempt_at is not null`),
    index('partner_messages_hospital').on(t.hospital_id, t.message_id.desc()),
    index('partner_messages_state').on(t.state, t.message_id.desc()),
    index('partner_messages_partner').on(t.partner_id, t.message_id.desc()),
    index('partner_messages_case')
      .on(t.case_id)
      .where(sql`case_id is not null`),
    index('partner_messages_hospital_created').on(t.hospital_id, t.created_at),
    index('partner_messages_settled_at')
      .on(t.settled_at)
      .where(sql`settled_at is not null`),
  ],
);

/** The secrets by which webhooks are signed: the current one, and a replaced one until it ends. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    secret_id: identity('secret_id').primaryKey(),
    partner_id: rowRef('partner_id')
      .notNull()
      .references(() => partners.partner_id),
    /** Encrypted by the installation's key. */
    sealed: bytes('sealed').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
    created_at: instant('created_at').notNull(),
    /** When a replaced secret ends; null for the current one. */
    ends_at: instant('ends_at'),
  },
  (t) => [
    index('webhook_secrets_partner').on(t.partner_id),
    uniqueIndex('webhook_secrets_current')
      .on(t.partner_id)
      .where(sql`ends_at is null`),
  ],
);

/** What a partner asks for at sign-in: a password or a token. */
export const partnerCredentials = pgTable('partner_credentials', {
  partner_id: rowRef('partner_id')
    .primaryKey()
    .references(() => partners.partner_id),
  /** Encrypted by the installation's key. */
  sealed: bytes('sealed').notNull(),
  created_by: rowRef('created_by')
    .notNull()
    .references(() => users.id),
  created_at: instant('created_at').notNull(),
});

/** The orders of partners, each with the case that it became. */
export const partnerOrders = pgTable(
  'partner_orders',
  {
    order_id: identity('order_id').primaryKey(),
    partner_id: rowRef('partner_id')
      .notNull()
      .references(() => partners.partner_id),
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    order_number: text('order_number').notNull(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    /** What was ordered, as the partner sent it: code, text and code system. */
    service: text('service').notNull().default(''),
    state: text('state').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    check('partner_orders_state', sql`${t.state} in ('open', 'cancelled')`),
    uniqueIndex('partner_orders_number').on(t.partner_id, t.order_number),
    index('partner_orders_case').on(t.case_id),
  ],
);

/** The days of an institution that are over, with their totals of that time. */
export const ledgerClosings = pgTable(
  'ledger_closings',
  {
    hospital_id: rowRef('hospital_id')
      .notNull()
      .references(() => userGroups.id),
    day: date('day', { mode: 'string' }).notNull(),
    counts: jsonb('counts').notNull(),
    closed_at: instant('closed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospital_id, t.day] })],
);
