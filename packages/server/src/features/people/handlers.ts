/** The handlers of sign-in and people. */
import type { authRoutes } from '@rhythmdesk/contract/auth';
import type { peopleRoutes } from '@rhythmdesk/contract/people';
import { transact } from '../../platform/db/transact.ts';
import type { CheckPassword } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { deleteUser } from './delete-user.ts';
import { listChiefs, listFacilities, listRoles, listTechnicians } from './directory.ts';
import { readMe, rememberLanguage, updatePreferences, updateProfile, type Site } from './profile.ts';
import { registerPushToken } from './push-tokens.ts';
import { endSession } from './sessions.ts';
import { signIn, type SignInDependencies } from './sign-in.ts';

export type PeopleDependencies = SignInDependencies & {
  readonly site: Site;
  readonly checkPassword: CheckPassword;
};

const ok = { ok: true } as const;

/** The rows that a user with a one-time password may call before choosing an own one. */
export const beforePasswordChange: ReadonlySet<string> = new Set(['me', 'logout', 'updateProfile']);

export function authHandlers(dependencies: PeopleDependencies): Handlers<typeof authRoutes> {
  const { db, clock } = dependencies;
  return {
    login: (call) => signIn(dependencies, call),
    logout: async ({ caller }) => {
      await transact(db, (tx) => endSession(tx, caller.id, caller.session.token_hash, clock.now()));
      return ok;
    },
  };
}

export function peopleHandlers(dependencies: PeopleDependencies): Handlers<typeof peopleRoutes> {
  const { db, clock, session, site } = dependencies;
  return {
    me: async ({ caller, language }) => {
      await rememberLanguage(db, caller.id, language);
      return readMe(db, caller, session, site);
    },
    updateProfile: async ({ caller, input }) => {
      await updateProfile(dependencies, caller, input);
      return ok;
    },
    updatePreferences: async ({ caller, input }) => {
      await updatePreferences(db, caller, input.preferences);
      return ok;
    },
    deleteUser: async ({ caller, input, request_id, ip }) => {
      await deleteUser(dependencies, caller, input, { id: request_id, ip });
      return ok;
    },
    roles: async ({ input }) => Promise.resolve({ items: listRoles(input.group_type) }),
    technicians: async ({ caller, input }) => ({
      items: await listTechnicians(db, caller, input.tech_center_id),
    }),
    chiefs: async ({ caller, input }) => ({ items: await listChiefs(db, caller, input.tech_center_id) }),
    facilities: async ({ caller, input }) => ({ items: await listFacilities(db, caller, input) }),
    registerPushToken: async ({ caller, input }) => {
      const owner = { user_id: caller.id, session_hash: caller.session.token_hash };
      await registerPushToken(db, owner, input.push_token, clock.now());
      return ok;
    },
  };
}
