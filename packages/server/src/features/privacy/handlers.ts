/** Handles the routes of data protection. */
import type { privacyRoutes } from '@rhythmdesk/contract/privacy';
import { answerZip, type ZipSource } from '../../platform/files/answer-zip.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Call, Handlers } from '../../platform/http/handler.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { countErasures, readErasures } from './erasure-record.ts';
import { previewPatient, requestErasure } from './request-erasure.ts';
import { retentionRows, type RetentionValues } from './retention-rows.ts';

export type PrivacyDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly retention: RetentionValues;
  /** Checks the caller's password or what replaces it; otherwise throws the refusal. */
  readonly proveAgain: (
    caller: Caller,
    input: Call<typeof privacyRoutes.erasePatient>['input'],
  ) => Promise<void>;
  readonly patientCopy: (call: Call<typeof privacyRoutes.exportPatient>) => Promise<ZipSource>;
  readonly researchCopy: (call: Call<typeof privacyRoutes.exportResearch>) => Promise<ZipSource>;
};

export function privacyHandlers({
  db,
  clock,
  retention,
  proveAgain,
  patientCopy,
  researchCopy,
}: PrivacyDependencies): Handlers<typeof privacyRoutes> {
  const kept = () => ({ report_years: retention.REPORT_RETENTION_YEARS, now: clock.now() });
  return {
    patientData: ({ input }) => previewPatient(db, input, kept()),
    exportPatient: async (call) => answerZip(await patientCopy(call), call.signal),
    erasePatient: async ({ caller, input }) => {
      if (input.confirmed_id !== input.patient_id) throw refuseField('patient/not-confirmed', 'confirmed_id');
      await proveAgain(caller, input);
      return requestErasure(db, input, { caller, ...kept() });
    },
    erasures: async () => ({ items: await readErasures(db), total: await countErasures(db) }),
    retention: () => Promise.resolve({ items: retentionRows(retention) }),
    exportResearch: async (call) => answerZip(await researchCopy(call), call.signal),
  };
}
