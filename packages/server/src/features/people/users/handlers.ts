/** Handles the routes of user administration. */
import type { importRoutes } from '@rhythmdesk/contract/imports';
import type { userRoutes } from '@rhythmdesk/contract/users';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { PasswordHashes } from '../password-hashes.ts';
import { listActivities } from './activities.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { answerSheet } from '../../../platform/spreadsheet/answer-sheet.ts';
import { usersSheet } from './export-users.ts';
import { importUsers } from './import-users.ts';
import type { UserChange } from './lock-user.ts';
import { readAdministered } from './read-user.ts';
import { countsOfUsers, listUsers } from './user-list.ts';

export type UserDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashes: PasswordHashes;
  readonly dormant_after_days: number;
};

type Calling = { readonly caller: Caller; readonly request_id: string };

export function userHandlers(
  dependencies: UserDependencies,
): Handlers<typeof userRoutes & Pick<typeof importRoutes, 'importUsers'>> {
  const { db, clock, dormant_after_days } = dependencies;
  const context = () => ({ dormant_after_days, now: clock.now() });
  const changeBy = ({ caller, request_id }: Calling): UserChange => ({
    caller,
    request_id,
    now: clock.now(),
  });
  return {
    users: ({ caller, input, language }) => listUsers(db, caller, input, { ...context(), language }),
    userCounts: ({ caller }) => countsOfUsers(db, caller),
    exportUsers: async (call) => answerSheet(await usersSheet(db, call, context()), call.signal),
    user: ({ caller, input }) => readAdministered(db, caller, input.id, context()),
    activities: ({ caller, input }) => listActivities(db, caller, input),
    importUsers: (call) => importUsers(dependencies, call.input, changeBy(call), call.language),
    createUser: (call) => createUser(dependencies, call.input, changeBy(call)),
    changeUser: (call) => changeUser(dependencies, call.input, changeBy(call)),
  };
}
