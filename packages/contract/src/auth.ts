/** Sign-in and sign-out. */
import { z } from 'zod';
import { defineRoutes, type OutputOf } from './route.ts';
import { done, noInput } from './fields.ts';
import { userRole } from './people.ts';

/** `Y` in use, `D` dormant, `W` signed up and waiting for approval. */
export const useFlag = z.enum(['Y', 'D', 'W']);

export const authRoutes = defineRoutes({
  login: {
    method: 'POST',
    path: 'auth/login',
    allow: 'anyone',
    summary:
      'Sign in. With the right password a dormant account gets use_flag D, one that waits for approval W, an empty token and no session.',
    input: z.strictObject({ user_id: z.string().min(1).max(64), password: z.string().min(1).max(256) }),
    output: z.object({
      token: z.string(),
      id: z.number().int(),
      user_id: z.string(),
      user_role: userRole,
      use_flag: useFlag,
      must_change_password: z.boolean(),
    }),
  },
  logout: {
    method: 'POST',
    path: 'auth/logout',
    allow: 'self',
    summary: 'End this session.',
    input: noInput,
    output: done,
    ends_session: true,
  },
});

export type LoginAnswer = OutputOf<typeof authRoutes.login>;
