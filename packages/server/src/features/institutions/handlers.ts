/** Handles the routes of institutions. */
import type { importRoutes } from '@rhythmdesk/contract/imports';
import type { institutionRoutes } from '@rhythmdesk/contract/institutions';
import type { signatureRoutes } from '@rhythmdesk/contract/signatures';
import type { teamShareRoutes } from '@rhythmdesk/contract/team-shares';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { addCertificate, readCertificates, removeCertificate } from './certificates/center-certificates.ts';
import { countCenterChange } from './center-change.ts';
import { changeInstitution } from './change-institution.ts';
import { importInstitutions } from './import-institutions.ts';
import { createInstitution } from './create-institution.ts';
import { deleteInstitution, obstaclesOf } from './delete-institution.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { institutionsSheet } from './export-institutions.ts';
import { readHistory } from './institution-history.ts';
import { countsOf, listInstitutions, listUserGroups } from './institution-list.ts';
import { hasInstitution, reachedBy } from './institution-query.ts';
import { isCodeFree } from './judge-value.ts';
import { readLogo } from './judge-logo.ts';
import type { Change } from './lock-institution.ts';
import { readTeamShares } from './team-shares.ts';
import { readInstitution } from './read-institution.ts';

export type InstitutionDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
};

type Calling = { readonly caller: Caller; readonly request_id: string };

async function refuseUnreached(
  db: Db,
  caller: Caller,
  id: number,
  permission: 'institution.delete' | 'institution.write',
): Promise<void> {
  const isReached = await hasInstitution(db, and(eq(userGroups.id, id), reachedBy(caller, permission)));
  if (!isReached) throw new Refusal('object/not-found');
}

export function institutionHandlers({
  db,
  clock,
  sealer,
}: InstitutionDependencies): Handlers<
  typeof institutionRoutes &
    typeof teamShareRoutes &
    Pick<typeof importRoutes, 'importInstitutions'> &
    Pick<typeof signatureRoutes, 'centerCertificates' | 'addCertificate' | 'removeCertificate'>
> {
  const changeBy = ({ caller, request_id }: Calling): Change => ({
    caller,
    request_id,
    now: clock.now(),
  });
  return {
    userGroups: ({ caller, input, language }) => listUserGroups(db, caller, input, language),
    institutions: ({ caller, input, language }) =>
      listInstitutions(db, caller, input, { language, now: clock.now() }),
    institutionCounts: ({ caller }) => countsOf(db, caller),
    exportInstitutions: async (call) =>
      answerSheet(await institutionsSheet(db, call, clock.now()), call.signal),
    registerCodeCheck: async ({ input }) => ({
      available: await isCodeFree(db, input.register_code, input.id),
    }),
    institution: ({ caller, input }) => readInstitution(db, caller, input.id, clock.now()),
    institutionHistory: ({ caller, input }) => readHistory(db, caller, input),
    institutionLogo: ({ caller, input: { id } }) => readLogo(db, caller, id),
    institutionObstacles: async ({ caller, input: { id } }) => {
      await refuseUnreached(db, caller, id, 'institution.delete');
      return obstaclesOf(db, id);
    },
    centerChange: async ({ caller, input: { id, tech_center_id } }) => {
      await refuseUnreached(db, caller, id, 'institution.write');
      return countCenterChange(db, id, tech_center_id);
    },
    teamShares: ({ caller, input }) => readTeamShares(db, caller, input.id),
    centerCertificates: ({ caller, input }) =>
      readCertificates({ db, sealer, now: clock.now() }, caller, input.id),
    addCertificate: (call) => addCertificate(db, sealer, call.input, changeBy(call)),
    removeCertificate: (call) => removeCertificate(db, call.input, changeBy(call)),
    importInstitutions: (call) => importInstitutions(db, call.input, changeBy(call), call.language),
    createInstitution: (call) => createInstitution(db, call.input, changeBy(call)),
    changeInstitution: (call) => changeInstitution(db, call.input, changeBy(call)),
    deleteInstitution: async (call) => {
      await deleteInstitution(db, call.input.id, changeBy(call));
      return { ok: true };
    },
  };
}
