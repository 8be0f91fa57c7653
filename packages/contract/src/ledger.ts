/** Defines the routes of the ledger: what became of each order, case, result, message and critical finding, by day. */
import { ledgerFigures, ledgerSides } from '@rhythmdesk/domain/integration/ledger';
import { partnerChannels } from '@rhythmdesk/domain/integration/partner-messages';
import { z } from 'zod';
import { calendarDate, instant, listOf, pageFields, pageOf, rowId } from './fields.ts';
import { groupName } from './people.ts';
import { defineRoutes } from './route.ts';

const whole = z.number().int();
/** Both ends are included, as days of each institution's own time zone. */
const period = { from_time: calendarDate, to_time: calendarDate, hospital_id: listOf(rowId).optional() };

const figures = z.object({
  /** Totals of the sides, and what became of each. */
  counts: z.record(z.enum([...ledgerSides, ...ledgerFigures]), whole),
  /** The number of results whose report is signed. */
  signed: whole,
  /** The number of critical findings of which the hospital was notified. */
  notified: whole,
  /** The messages of each channel by what has become of them. */
  channels: z.array(
    z.object({
      channel: z.enum(partnerChannels),
      created: whole,
      acknowledged: whole,
      waiting: whole,
      refused: whole,
      dead: whole,
    }),
  ),
  /** When the oldest waiting result was released. */
  waiting_since: instant.nullable(),
  /** Sides whose total is not the sum of their figures; empty if everything is accounted for. */
  unbalanced: z.array(z.enum(ledgerSides)),
});
export type LedgerFigures = z.output<typeof figures>;

const ledgerDay = figures.extend({
  day: calendarDate,
  hospital: groupName,
  /** When the day was closed; null if it is not over, or if nobody answers for this institution. */
  closed_at: instant.nullable(),
  /** Totals that have changed since the day was closed, with the number of that time. */
  changed: z.array(z.object({ side: z.enum(ledgerSides), closed: whole })),
});
export type LedgerDay = z.output<typeof ledgerDay>;

const ledgerEntry = z.object({
  figure: z.enum(ledgerFigures),
  day: calendarDate,
  at: instant,
  hospital: groupName,
  case_id: whole.nullable(),
  hn_id: z.string().nullable(),
  message_id: whole.nullable(),
  partner_name: z.string().nullable(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

const figure = listOf(z.enum(ledgerFigures));

export const ledgerRoutes = defineRoutes({
  ledger: {
    method: 'GET',
    path: 'integration/ledger',
    allow: 'partner.read',
    audit: 'ledger.list',
    summary:
      'Returns the ledger of the institutions in the caller’s scope by day, the newest first, with the sums of the whole period.',
    input: z.strictObject({ ...period, ...pageFields }),
    output: pageOf(ledgerDay).extend({ sums: figures }),
  },
  ledgerEntries: {
    method: 'GET',
    path: 'integration/ledger/entries',
    allow: 'partner.read',
    audit: 'ledger.list',
    summary: 'Returns what is behind figures of the ledger, the newest first: each message or case.',
    input: z.strictObject({ ...period, ...pageFields, figure }),
    output: pageOf(ledgerEntry),
  },
  exportLedger: {
    method: 'GET',
    path: 'integration/ledger/export',
    allow: 'partner.read',
    audit: 'ledger.export',
    summary:
      'Returns the ledger as a spreadsheet: one row for each day and institution, or with figures one row for each message or case behind them.',
    input: z.strictObject({ ...period, figure: figure.optional() }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
});
