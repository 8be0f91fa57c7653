/** Defines the routes for the API keys of an institution, by which other systems call the product without a user. */
import {
  completeScopes,
  keyDays,
  keyScopes,
  keyStates,
  rotationOverlapHours,
} from '@rhythmdesk/domain/people/api-keys';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { instant, rowId, text } from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

const apiKey = z.object({
  key_id: z.number().int(),
  name: z.string(),
  /** The first characters of the secret. */
  hint: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(keyStates),
  created_by: personName,
  created_at: instant,
  expires_at: instant,
  /** The last call, up to ten seconds old; null before the first. */
  last_used_at: instant.nullable(),
  revoked_by: personName.nullable(),
  revoked_at: instant.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

const apiKeys = z.object({
  institution: groupName,
  /** The role of its keys; null if this kind of institution has none. */
  role_key: z.enum(roleKeys).nullable(),
  /** The scopes that its keys can have. */
  scopes: z.array(z.enum(keyScopes)),
  /** Whether the caller may create keys for it. */
  may_create: z.boolean(),
  /** The latest first. */
  items: z.array(apiKey),
});
export type ApiKeys = z.output<typeof apiKeys>;

/** The only response that contains the secret. */
const newKey = z.object({ key: apiKey, secret: z.string() });
export type NewApiKey = z.output<typeof newKey>;

const days = z.literal([...keyDays]);
const scopes = z
  .array(z.enum(keyScopes))
  .min(1)
  .max(keyScopes.length)
  .refine((chosen) => new Set(chosen).size === chosen.length)
  .transform(completeScopes);

export const apiKeyRoutes = defineRoutes({
  apiKeys: {
    method: 'GET',
    path: 'user/usergroup/:id/keys',
    allow: 'institution.keys',
    audit: 'none',
    summary: 'Returns the API keys of an institution and the scopes that they can have. Never their secrets.',
    input: z.strictObject({ id: rowId }),
    output: apiKeys,
  },
  createApiKey: {
    method: 'POST',
    path: 'user/usergroup/:id/keys',
    allow: 'institution.keys',
    audit: 'api-key.create',
    summary:
      'Creates an API key for an institution. The response is the only one that contains the secret, which is sent as bearer token.',
    input: z.strictObject({ id: rowId, name: text(100), scopes, days }),
    output: newKey,
    success: 201,
  },
  rotateApiKey: {
    method: 'POST',
    path: 'user/usergroup/:id/keys/:key_id/rotate',
    allow: 'institution.keys',
    audit: 'api-key.rotate',
    summary:
      'Creates a new secret with the name and scopes of a valid key. The former secret stays valid for overlap_hours.',
    input: z.strictObject({
      id: rowId,
      key_id: rowId,
      days,
      overlap_hours: z.literal([...rotationOverlapHours]),
    }),
    output: newKey,
    success: 201,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: 'user/usergroup/:id/keys/:key_id',
    allow: 'institution.keys',
    audit: 'api-key.revoke',
    summary: 'Revokes an API key. It is refused from the next request on.',
    input: z.strictObject({ id: rowId, key_id: rowId }),
    output: z.object({ ok: z.literal(true) }),
  },
});
