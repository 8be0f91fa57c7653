/** Handles the routes of partners and their messages. */
import type { partnerRoutes } from '@rhythmdesk/contract/partners';
import { transact } from '../../platform/db/transact.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { changePartner, createPartner, listPartners } from './change-partner.ts';
import type { ReceivingDependencies } from './integration-dependencies.ts';
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
