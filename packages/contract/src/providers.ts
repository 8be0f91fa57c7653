/**
 * Defines the routes for sign-in through a provider (OpenID Connect): an institution's own sign-in confirms the
 * identity of its users. The page is sent to the provider with a ticket. What the provider returns is sent to the
 * server with that ticket, which never leaves the browser.
 */
import { z } from 'zod';
import { signedIn } from './auth.ts';
import { done, instant, noInput, rowId } from './fields.ts';
import { provedAgain, ticket } from './passkeys.ts';
import { defineRoutes, type OutputOf } from './route.ts';

/** The name of a provider in addresses and settings. */
export const providerKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);

const provider = z.object({ provider: providerKey, name: z.string() });

/** The parameters with which the provider redirected the browser, taken from the address. */
const providerAnswer = z.strictObject({
  ticket,
  state: z.string().min(1).max(200),
  code: z.string().max(4096).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
});
export type ProviderAnswer = z.output<typeof providerAnswer>;

const begun = z.object({ ticket: z.string(), url: z.url() });

export const providerRoutes = defineRoutes({
  signInProviders: {
    method: 'GET',
    path: 'auth/providers',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns the providers that the sign-in page offers, and the one that is requested by name.',
    input: z.strictObject({ provider: z.string().max(64).optional() }),
    output: z.object({ items: z.array(provider) }),
  },
  beginProviderSignIn: {
    method: 'POST',
    path: 'auth/provider',
    allow: 'anyone',
    audit: 'none',
    summary:
      'Begins a sign-in by a provider: returns the address for the browser, and the ticket for the provider’s answer.',
    input: z.strictObject({ provider: providerKey }),
    output: begun,
  },
  providerSignIn: {
    method: 'POST',
    path: 'auth/provider/answer',
    allow: 'anyone',
    audit: 'session.begin',
    summary: 'Signs in with the data that the provider returned through the browser.',
    input: providerAnswer,
    output: signedIn,
  },
  identities: {
    method: 'GET',
    path: 'user/identities',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the providers by which the caller signs in, and those of the caller’s institution.',
    input: noInput,
    output: z.object({
      items: z.array(
        z.object({
          identity_id: z.number().int(),
          /** The provider’s name, or the host of a provider that is no longer configured. */
          name: z.string(),
          email: z.string(),
          created_at: instant,
          last_used_at: instant.nullable(),
          /** False for the only sign-in method of the user. */
          removable: z.boolean(),
        }),
      ),
      /** The providers that the caller may link. */
      providers: z.array(provider),
    }),
  },
  beginIdentity: {
    method: 'POST',
    path: 'user/identities/begin',
    allow: 'self',
    audit: 'none',
    summary: 'Begins to link a provider of the caller’s institution.',
    input: z.strictObject({ provider: providerKey, ...provedAgain }),
    output: begun,
  },
  addIdentity: {
    method: 'POST',
    path: 'user/identities',
    allow: 'self',
    audit: 'identity.change',
    summary: 'Links the identity that the provider confirmed to the caller’s account.',
    input: providerAnswer,
    output: done,
  },
  removeIdentity: {
    method: 'DELETE',
    path: 'user/identities/:identity_id',
    allow: 'self',
    audit: 'identity.change',
    summary: 'Removes the link to this provider. The only way to sign in stays.',
    input: z.strictObject({ identity_id: rowId, ...provedAgain }),
    output: done,
  },
  beginProviderProof: {
    method: 'POST',
    path: 'user/identities/proof/begin',
    allow: 'self',
    audit: 'none',
    summary: 'Asks the caller’s provider to identify the user again, now.',
    input: z.strictObject({}),
    output: begun,
  },
  proveByProvider: {
    method: 'POST',
    path: 'user/identities/proof',
    allow: 'self',
    audit: 'none',
    summary:
      'Exchanges the provider’s answer for a ticket that replaces the password, once, in this session.',
    input: providerAnswer,
    output: z.object({ ticket: z.string() }),
  },
});

export type SignInProvider = OutputOf<typeof providerRoutes.signInProviders>['items'][number];
