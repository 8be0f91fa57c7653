/** Handles the routes of partners, their messages and the ledger. */
import type { ledgerRoutes } from '@rhythmdesk/contract/ledger';
import type { partnerRoutes } from '@rhythmdesk/contract/partners';
import type { Db } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { changePartner, createPartner, listPartners } from './change-partner.ts';
import type { ReceivingDependencies } from './integration-dependencies.ts';
import { ledgerSheet } from './ledger/export-ledger.ts';
import { listEntries, readLedger } from './ledger/read-ledger.ts';
import { listMessages, readMessage } from './list-messages.ts';
import { sendAgain, sendFailedAgain } from './send-again.ts';

export function partnerHandlers(dependencies: ReceivingDependencies): Handlers<typeof partnerRoutes> {
  const { db, clock } = dependencies;
  return {
    partners: ({ caller }) => listPartners(db, caller, clock.now()),
    createPartner: ({ caller, input, once }) =>
      once((tx) => createPartner(tx, input, { caller, now: clock.now() })),
    changePartner: ({ caller, input }) =>
      transact(db, (tx) => changePartner(tx, input, { caller, now: clock.now() })),
    sendFailedAgain: ({ caller, input }) => sendFailedAgain(dependencies, caller, input.partner_id),
    partnerMessages: ({ caller, input }) => listMessages(db, caller, input),
    partnerMessage: ({ caller, input }) => readMessage(db, caller, input),
    sendMessageAgain: ({ caller, input }) => sendAgain(dependencies, caller, input.message_id),
  };
}

export function ledgerHandlers(db: Db): Handlers<typeof ledgerRoutes> {
  return {
    ledger: ({ caller, input }) => readLedger(db, caller, input),
    ledgerEntries: ({ caller, input }) => listEntries(db, caller, input),
    exportLedger: async (call) => answerSheet(await ledgerSheet(db, call), call.signal),
  };
}
