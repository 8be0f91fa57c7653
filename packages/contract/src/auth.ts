/** Defines the routes for sign-in and sign-out. */
import { z } from 'zod';
import { defineRoutes, type OutputOf } from './route.ts';
import { done, instant, noInput } from './fields.ts';
import { passkeyAnswer, ticket } from './passkeys.ts';
import { userRole } from './people.ts';

/** `Y` active, `D` dormant, `W` signed up and waiting for approval. */
export const useFlag = z.enum(['Y', 'D', 'W']);

/** The methods of the second step. */
export const secondWays = ['passkey', 'authenticator', 'recovery-code'] as const;

export const signedIn = z.object({
  token: z.string(),
  id: z.number().int(),
  user_id: z.string(),
  user_role: userRole,
  use_flag: useFlag,
  must_change_password: z.boolean(),
  /** The password was correct and a second factor is required; the token is empty until then. */
  second_step: z
    .object({ ticket: z.string(), ways: z.array(z.enum(secondWays)), expires_at: instant })
    .nullable(),
});

export const authRoutes = defineRoutes({
  login: {
    method: 'POST',
    path: 'auth/login',
    allow: 'anyone',
    audit: 'session.begin',
    summary:
      'Signs in. With the right password a dormant account gets use_flag D, one that waits for approval W, with an empty token and no session. A user with a second factor gets a ticket for the second step instead of a token.',
    input: z.strictObject({ user_id: z.string().min(1).max(64), password: z.string().min(1).max(256) }),
    output: signedIn,
  },
  secondStep: {
    method: 'POST',
    path: 'auth/second-step',
    allow: 'anyone',
    audit: 'session.begin',
    summary:
      'Completes the second step of a sign-in with a passkey, the code of an authenticator app, or a recovery code, which works once.',
    input: z.strictObject({
      ticket,
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      recovery_code: z.string().min(1).max(40).optional(),
      passkey: passkeyAnswer.optional(),
    }),
    output: signedIn,
  },
  passkeySignIn: {
    method: 'POST',
    path: 'auth/passkey',
    allow: 'anyone',
    audit: 'session.begin',
    summary: 'Signs in with a passkey alone. The passkey must have verified its user.',
    input: z.strictObject({ ticket, answer: passkeyAnswer }),
    output: signedIn,
  },
  logout: {
    method: 'POST',
    path: 'auth/logout',
    allow: 'self',
    audit: 'session.end',
    summary: 'Ends this session.',
    input: noInput,
    output: done,
    ends_session: true,
  },
});

export type LoginAnswer = OutputOf<typeof authRoutes.login>;
export type SecondWay = (typeof secondWays)[number];
