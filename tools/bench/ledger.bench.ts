/**
 * Measures the ledger of a hospital with 10,000 results and 1,000 orders in a day, among a hundred hospitals with 100,000
 * results on that day, as the server answers it without HTTP: the page, a list behind a number and a page far back in it,
 * both spreadsheets and the counting of a day that is closed; then the lists of 210,000 messages, as the center sees them.
 */
import { ledgerRoutes } from '@rhythmdesk/contract/ledger';
import { partnerRoutes } from '@rhythmdesk/contract/partners';
import type { LedgerFigure } from '@rhythmdesk/domain/integration/ledger';
import { ledgerSheet } from '@rhythmdesk/server/features/integration/ledger/export-ledger';
import {
  listEntries,
  readCounts,
  readLedger,
} from '@rhythmdesk/server/features/integration/ledger/read-ledger';
import { listMessages } from '@rhythmdesk/server/features/integration/list-messages';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { eq } from 'drizzle-orm';
import { withDatabase } from '../faults/throwaway-database.ts';
import type { Bench, Print } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { busyHospital, fillLedgerDay, ledgerDay } from './ledger-day.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 100;
const runs = 9;
const day = { from_time: ledgerDay, to_time: ledgerDay };
const manager = benchCaller('MANAGER', 'hospital', busyHospital);
const center = benchCaller('CENTER', 'tech_center', 1);

async function readSheet(db: Db, figure?: LedgerFigure): Promise<void> {
  const input = ledgerRoutes.exportLedger.input.parse({ ...day, figure });
  const { batches } = await ledgerSheet(db, { caller: manager, input, language: 'en' });
  for await (const batch of batches(new AbortController().signal)) void batch;
}

const entries = (page: number) =>
  ledgerRoutes.ledgerEntries.input.parse({ ...day, figure: 'result-acknowledged', page, size: 25 });
const messages = (input: object) =>
  partnerRoutes.partnerMessages.input.parse({ page: 1, size: 25, ...input });

type Ask = (db: Db, caller: Caller) => Promise<unknown>;

const asks: readonly (readonly [string, Caller, Ask])[] = [
  ['page of the day', manager, (db, caller) => readLedger(db, caller, { ...day, page: 1, size: 25 })],
  ['list behind a number', manager, (db, caller) => listEntries(db, caller, entries(1))],
  ['list behind a number, far back', manager, (db, caller) => listEntries(db, caller, entries(300))],
  ['spreadsheet of the day', manager, (db) => readSheet(db)],
  ['spreadsheet of refused results', manager, (db) => readSheet(db, 'result-refused')],
  [
    'counting of the day that is closed',
    manager,
    (db) =>
      readCounts(db, {
        period: { from: ledgerDay, to: ledgerDay },
        where: eq(userGroups.id, busyHospital),
      }),
  ],
  ['messages, first page', center, (db, caller) => listMessages(db, caller, messages({}))],
  ['messages, page 4,000', center, (db, caller) => listMessages(db, caller, messages({ page: 4_000 }))],
  ['messages refused', center, (db, caller) => listMessages(db, caller, messages({ state: ['refused'] }))],
  ['messages of a partner', center, (db, caller) => listMessages(db, caller, messages({ partner_id: 1 }))],
];

async function measure(db: Db, print: Print): Promise<void> {
  for (const [what, caller, ask] of asks) {
    const times = await inScope(rowScopeOf(caller.actor), () => timesOf(runs, () => ask(db, caller)));
    print({ what: `${what}, median`, value: percentile(times, 0.5), unit: 'ms', goal });
  }
}

export default {
  name: 'ledger',
  run: async (print) => {
    const folder = await beginTestRun();
    try {
      await withDatabase(async ({ db, superuser }) => {
        await fillLedgerDay(superuser);
        await measure(db, print);
      });
    } finally {
      await endTestRun(folder);
    }
  },
} satisfies Bench;
