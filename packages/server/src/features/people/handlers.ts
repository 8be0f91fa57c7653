/** Handles the routes of sign-in and people. */
import type { authRoutes } from '@rhythmdesk/contract/auth';
import type { peopleRoutes } from '@rhythmdesk/contract/people';
import { transact } from '../../platform/db/transact.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { signInByPasskey, takeSecondStep } from './begin-session.ts';
import type { AgainChecks } from './current-password.ts';
import { deleteUser } from './delete-user.ts';
import { listChiefs, listFacilities, listRoles, listTechnicians } from './directory.ts';
import { readMe, rememberLanguage, updatePreferences, updateProfile, type Site } from './profile.ts';
import { forgetPushToken, registerPushToken, requireKnownService } from './push-tokens.ts';
import { endSession } from '../../records/people/end-sessions.ts';
import { signIn } from './sign-in.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

export type PeopleDependencies = SignInDependencies &
  AgainChecks & {
    readonly site: Site;
    /** Hosts of the push services that the server may send messages to. */
    readonly push_hosts: readonly string[];
  };

const ok = { ok: true } as const;

/** Routes that a user with a one-time password may call before choosing a new password. */
const beforePasswordChange: ReadonlySet<string> = new Set(['me', 'logout', 'updateProfile']);

/** Routes that a session may call while its user still has to set up a second factor. */
const beforeEnrolment: ReadonlySet<string> = new Set([
  'me',
  'logout',
  'signInFactors',
  'beginAuthenticator',
  'confirmAuthenticator',
  'beginPasskey',
  'addPasskey',
  'beginProviderProof',
  'proveByProvider',
]);

/** Routes that each kind of limited session may call. */
export const limitedSessions = { beforePasswordChange, beforeEnrolment } as const;

export function authHandlers(dependencies: PeopleDependencies): Handlers<typeof authRoutes> {
  const { db, clock } = dependencies;
  return {
    login: (call) => signIn(dependencies, call),
    secondStep: ({ input, ip, user_agent }) => takeSecondStep(dependencies, input, { ip, user_agent }),
    passkeySignIn: ({ input, ip, user_agent }) => signInByPasskey(dependencies, input, { ip, user_agent }),
    logout: async ({ caller }) => {
      await transact(db, (tx) => endSession(tx, caller.id, caller.session.token_hash, clock.now()));
      return ok;
    },
  };
}

export function peopleHandlers(dependencies: PeopleDependencies): Handlers<typeof peopleRoutes> {
  const { db, clock } = dependencies;
  return {
    me: async ({ caller, language }) => {
      await rememberLanguage(db, caller.id, language);
      return readMe(dependencies, caller);
    },
    updateProfile: async ({ caller, input }) => {
      await updateProfile(dependencies, caller, input);
      return ok;
    },
    updatePreferences: async ({ caller, input }) => {
      await updatePreferences(db, caller, input.preferences);
      return ok;
    },
    deleteUser: async ({ caller, input, request_id }) => {
      await deleteUser(dependencies, caller, input, request_id);
      return ok;
    },
    roles: async ({ input }) => Promise.resolve({ items: listRoles(input.group_type) }),
    technicians: async ({ caller, input, language }) => ({
      items: await listTechnicians(db, caller, { center: input.tech_center_id, language }),
    }),
    chiefs: async ({ caller, input, language }) => ({
      items: await listChiefs(db, caller, { center: input.tech_center_id, language }),
    }),
    facilities: async ({ caller, input, language }) => ({
      items: await listFacilities(db, caller, { ...input, language }),
    }),
    registerPushToken: async ({ caller, input }) => {
      const owner = { user_id: caller.id, session_hash: caller.session.token_hash };
      requireKnownService(input.push_token, dependencies.push_hosts);
      await registerPushToken(db, owner, input.push_token, clock.now());
      return ok;
    },
    forgetPushToken: async ({ caller }) => {
      await forgetPushToken(db, caller.session.token_hash);
      return ok;
    },
  };
}
