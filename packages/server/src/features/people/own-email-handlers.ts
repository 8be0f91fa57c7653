/** Handles the routes of the user's own e-mail address. */
import type { emailRoutes } from '@rhythmdesk/contract/email-addresses';
import type { Handlers } from '../../platform/http/handler.ts';
import {
  cancelOwnEmail,
  confirmOwnEmail,
  readOwnEmail,
  sendOwnCode,
  type OwnEmailDependencies,
} from './own-email.ts';

const ok = { ok: true } as const;

export function ownEmailHandlers(dependencies: OwnEmailDependencies): Handlers<typeof emailRoutes> {
  return {
    ownEmail: ({ caller }) => readOwnEmail(dependencies, caller),
    sendEmailCode: async ({ caller }) => {
      await sendOwnCode(dependencies, caller);
      return ok;
    },
    confirmEmail: async ({ caller, input }) => {
      await confirmOwnEmail(dependencies, caller, input.code);
      return ok;
    },
    cancelEmail: async ({ caller }) => {
      await cancelOwnEmail(dependencies, caller);
      return ok;
    },
  };
}
