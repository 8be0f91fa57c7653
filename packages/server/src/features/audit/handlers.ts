/** Handles the routes of the audit log. */
import type { auditRoutes } from '@rhythmdesk/contract/audit';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { listAudit } from './audit-rows.ts';
import { askForProof, readChainProof } from './chain-proof.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { accessesSheet, auditSheet } from './export-audit.ts';

export function auditHandlers({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Handlers<typeof auditRoutes> {
  return {
    auditRows: ({ caller, input }) => listAudit(db, caller, input),
    chainProof: () => readChainProof(db, clock.now()),
    proveChains: () => askForProof(db, clock.now()),
    exportAudit: async (call) => answerSheet(await auditSheet(db, call, clock.now()), call.signal),
    exportAccesses: async (call) => answerSheet(await accessesSheet(db, call), call.signal),
  };
}
