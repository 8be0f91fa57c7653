/** Defines the routes for the programs of an institution that sign in to the FHIR interface by SMART backend services. */
import { fhirScopes } from '@rhythmdesk/domain/people/fhir-scopes';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { done, instant, rowId, text } from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

const smartClient = z.object({
  smart_client_id: z.number().int(),
  /** By which the program names itself. */
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(fhirScopes)),
  /** The names of its public keys (`kid`). */
  key_ids: z.array(z.string()),
  created_by: personName,
  created_at: instant,
  /** The last token; null before the first. */
  last_used_at: instant.nullable(),
  revoked_by: personName.nullable(),
  revoked_at: instant.nullable(),
});
export type SmartClient = z.output<typeof smartClient>;

const smartClients = z.object({
  institution: groupName,
  /** The role of its programs; null if this kind of institution has none. */
  role_key: z.enum(roleKeys).nullable(),
  scopes: z.array(z.enum(fhirScopes)),
  may_create: z.boolean(),
  /** Where tokens are requested; null if the installation does not know its own address. */
  token_endpoint: z.string().nullable(),
  /** The latest first. */
  items: z.array(smartClient),
});
export type SmartClients = z.output<typeof smartClients>;

/** Public keys as JSON Web Keys. The server checks their kind and length. */
const jwks = z.strictObject({
  keys: z
    .array(z.looseObject({ kty: z.string(), kid: z.string().min(1).max(200) }))
    .min(1)
    .max(5),
});

const scopes = z
  .array(z.enum(fhirScopes))
  .min(1)
  .max(fhirScopes.length)
  .refine((chosen) => new Set(chosen).size === chosen.length);

export const smartClientRoutes = defineRoutes({
  smartClients: {
    method: 'GET',
    path: 'user/usergroup/:id/clients',
    allow: 'institution.keys',
    audit: 'none',
    summary:
      'Returns the programs of an institution that sign in to the FHIR interface, and the scopes that they can have.',
    input: z.strictObject({ id: rowId }),
    output: smartClients,
  },
  createSmartClient: {
    method: 'POST',
    path: 'user/usergroup/:id/clients',
    allow: 'institution.keys',
    audit: 'smart-client.create',
    summary: 'Registers a program of an institution with its public keys.',
    input: z.strictObject({ id: rowId, name: text(100), scopes, jwks }),
    output: smartClient,
    success: 201,
  },
  changeSmartClientKeys: {
    method: 'PUT',
    path: 'user/usergroup/:id/clients/:smart_client_id',
    allow: 'institution.keys',
    audit: 'smart-client.change',
    summary: 'Replaces the public keys of a program. Tokens that it has stay valid until they expire.',
    input: z.strictObject({ id: rowId, smart_client_id: rowId, jwks }),
    output: smartClient,
  },
  revokeSmartClient: {
    method: 'DELETE',
    path: 'user/usergroup/:id/clients/:smart_client_id',
    allow: 'institution.keys',
    audit: 'smart-client.revoke',
    summary:
      'Revokes a program. It gets no more tokens, and those that it has are refused from the next request on.',
    input: z.strictObject({ id: rowId, smart_client_id: rowId }),
    output: done,
  },
});
