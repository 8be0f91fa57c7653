/**
 * Defines the routes for second factors: setting one up, its recovery codes, and its reset by an administrator of a
 * higher level.
 */
import { twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { z } from 'zod';
import { done, instant, noInput, rowId } from './fields.ts';
import { provedAgain } from './passkeys.ts';
import { defineRoutes } from './route.ts';

const sixDigits = z.string().regex(/^\d{6}$/);
/** Shown once; `null` if the user already has codes. */
const newCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });

export const factorRoutes = defineRoutes({
  signInFactors: {
    method: 'GET',
    path: 'user/factors',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the caller’s second factors, and what the institution requires.',
    input: noInput,
    output: z.object({
      rule: z.enum(twoFactorRules),
      /** When the grace period for setting one up ends. */
      due_at: instant.nullable(),
      authenticator: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
      passkeys: z.array(
        z.object({
          passkey_id: z.number().int(),
          name: z.string(),
          /** The maker of the device has a backup of it. */
          backed_up: z.boolean(),
          created_at: instant,
          last_used_at: instant.nullable(),
        }),
      ),
      recovery_codes_left: z.number().int(),
    }),
  },
  beginAuthenticator: {
    method: 'POST',
    path: 'user/factors/authenticator',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Creates a new secret for an authenticator app. It counts once a code of it was given.',
    input: z.strictObject(provedAgain),
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmAuthenticator: {
    method: 'PUT',
    path: 'user/factors/authenticator',
    allow: 'self',
    audit: 'two-factor.change',
    summary:
      'Confirms the app with its first code. With the first factor returns ten recovery codes, shown only once.',
    input: z.strictObject({ code: sixDigits }),
    output: newCodes,
  },
  removeAuthenticator: {
    method: 'DELETE',
    path: 'user/factors/authenticator',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Removes the authenticator app.',
    input: z.strictObject(provedAgain),
    output: done,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: 'user/factors/recovery-codes',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Creates ten new recovery codes, shown only once. The earlier ones no longer work.',
    input: z.strictObject(provedAgain),
    output: newCodes,
  },
  resetFactors: {
    method: 'DELETE',
    path: 'user/user/:id/factors',
    allow: 'user.write',
    audit: 'two-factor.reset',
    summary:
      'Removes all second factors of a user below the caller’s level who lost them. Ends the user’s sessions; notifies by bell and mail.',
    input: z.strictObject({ id: rowId }),
    output: done,
  },
});
