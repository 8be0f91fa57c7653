/** Handles the routes for signing up, approving accounts, and choosing a new password by mail. */
import type { signUpRoutes } from '@rhythmdesk/contract/sign-up';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { decide, listWaiting } from './approval.ts';
import { checkCode, sendCode } from './email-verification.ts';
import { countedAsk, networkOf, type CountedAttempt } from './counted-attempts.ts';
import { countAsk, forgiveAttempt } from './login-throttle.ts';
import { askForLink, mailLinkFor, readLink, resetPassword, type LinkDependencies } from './one-time-link.ts';
import { findInstitution, isIdFree, readInstitution, signUp, type SignUpDependencies } from './sign-up.ts';

export type AccountDependencies = SignUpDependencies & LinkDependencies;

const ok = { ok: true } as const;

/**
 * Requests that one address may send before it has to wait: enough for a hospital behind one address, too few for
 * guessing.
 */
const asks = {
  'institution-code': 30,
  'code-mail': 30,
  'password-mail': 60,
} as const;

/**
 * Number of ids that one address may check, by the minutes of the window; a person choosing an id checks only a few.
 */
const idChecks = { 1: 20, 15: 100 } as const;

function countedOf(kind: keyof typeof asks, ip: string): CountedAttempt {
  const limits = { delay_after: asks[kind] - 1, lock_after: asks[kind], lock_minutes: 15 };
  return countedAsk(kind, networkOf(ip), limits);
}

function countedIdChecks(ip: string): readonly CountedAttempt[] {
  return Object.entries(idChecks).map(([minutes, lock_after]) => {
    const limits = { delay_after: lock_after, lock_after, lock_minutes: Number(minutes) };
    const counted = countedAsk(`id-check in ${minutes} min`, networkOf(ip), limits);
    return { ...counted, delay_after: null, window_ms: counted.lock_ms };
  });
}

type VerificationInput = {
  readonly email?: string | undefined;
  readonly institution_code?: string | undefined;
  readonly verification_id?: string | undefined;
  readonly code?: string | undefined;
};

/** Determines the use of the call: it either sends a code or checks one, never both. */
function useOf({ email, institution_code, verification_id, code }: VerificationInput) {
  if (email === undefined && institution_code === undefined) {
    if (verification_id !== undefined && code !== undefined)
      return { kind: 'check', verification_id, code } as const;
  } else if (verification_id === undefined && code === undefined) {
    if (email !== undefined && institution_code !== undefined)
      return { kind: 'send', email, institution_code } as const;
  }
  const checks = verification_id !== undefined || code !== undefined;
  const missing = Object.entries(checks ? { verification_id, code } : { email, institution_code });
  const fields: Record<string, string> = {};
  for (const [name, value] of missing) if (value === undefined) fields[name] = 'alert.required';
  throw new Refusal('input/field-missing', { fields });
}

type SignUpHandlers = Handlers<typeof signUpRoutes>;

function newAccountHandlers(
  dependencies: AccountDependencies,
): Pick<SignUpHandlers, 'institutionCode' | 'idCheck' | 'verification' | 'signUp'> {
  const { db, clock } = dependencies;
  return {
    institutionCode: async ({ input, ip }) => {
      await countAsk(db, [countedOf('institution-code', ip)], clock.now());
      const found = await readInstitution(db, input.institution_code);
      await forgiveAttempt(db, [countedOf('institution-code', ip)], clock.now());
      return found;
    },
    idCheck: async ({ input, ip }) => {
      await countAsk(db, countedIdChecks(ip), clock.now());
      return { available: await isIdFree(db, input.user_id) };
    },
    verification: async ({ input, ip, language }) => {
      const use = useOf(input);
      if (use.kind === 'check') return checkCode(dependencies, use.verification_id, use.code);
      await countAsk(db, [countedOf('code-mail', ip)], clock.now());
      const { time_zone } = await findInstitution(db, use.institution_code);
      return sendCode(dependencies, { email: use.email, language, time_zone });
    },
    signUp: async ({ input, language }) => ({
      waits_for_approval: await signUp(dependencies, input, language),
    }),
  };
}

function passwordHandlers(
  dependencies: AccountDependencies,
): Pick<SignUpHandlers, 'passwordMail' | 'passwordMailFor' | 'passwordLink' | 'passwordReset'> {
  return {
    passwordMail: async ({ input, ip }) => {
      await countAsk(dependencies.db, [countedOf('password-mail', ip)], dependencies.clock.now());
      await askForLink(dependencies, input);
      return ok;
    },
    passwordMailFor: async ({ caller, input }) => {
      await mailLinkFor(dependencies, caller, input);
      return ok;
    },
    passwordLink: ({ input }) => readLink(dependencies, input.token),
    passwordReset: async ({ input }) => {
      await resetPassword(dependencies, input.token, input.password);
      return ok;
    },
  };
}

export function signUpHandlers(dependencies: AccountDependencies): SignUpHandlers {
  const { db } = dependencies;
  return {
    ...newAccountHandlers(dependencies),
    ...passwordHandlers(dependencies),
    waitingUsers: ({ caller }) => listWaiting(db, caller),
    approveUser: async ({ caller, input }) => {
      await decide(dependencies, caller, { id: input.id, reason: null });
      return ok;
    },
    refuseUser: async ({ caller, input }) => {
      await decide(dependencies, caller, input);
      return ok;
    },
  };
}
