/**
 * Defines the routes for the user's own e-mail address: the current one, the one that waits for its code, and how it is
 * confirmed.
 */
import { z } from 'zod';
import { done, instant, noInput } from './fields.ts';
import { defineRoutes, type OutputOf } from './route.ts';

export const emailRoutes = defineRoutes({
  ownEmail: {
    method: 'GET',
    path: 'user/email',
    allow: 'self',
    audit: 'none',
    summary:
      'Returns the caller’s address, whether it is confirmed, and the address that waits for its code.',
    input: noInput,
    output: z.object({
      email: z.string(),
      confirmed: z.boolean(),
      /** The last code sent: to a new address, or to the current one if it is not confirmed. */
      pending: z
        .object({ email: z.string(), expires_at: instant, resend_at: instant, tries_left: z.number().int() })
        .nullable(),
    }),
  },
  sendEmailCode: {
    method: 'POST',
    path: 'user/email/code',
    allow: 'self',
    audit: 'profile.change',
    summary:
      'Mails a new code to the address that waits for one, otherwise to the unconfirmed address in force; again after 60 seconds.',
    input: noInput,
    output: done,
  },
  confirmEmail: {
    method: 'POST',
    path: 'user/email/confirm',
    allow: 'self',
    audit: 'profile.change',
    summary:
      'Confirms an address by its code, valid for 10 minutes and 5 attempts. The address is in force from now on. The former address is notified.',
    input: z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
    output: done,
  },
  cancelEmail: {
    method: 'DELETE',
    path: 'user/email/pending',
    allow: 'self',
    audit: 'profile.change',
    summary: 'Deletes the address that waits for its code. The one in force stays.',
    input: noInput,
    output: done,
  },
});

export type OwnEmail = OutputOf<typeof emailRoutes.ownEmail>;
