/** Defines the token endpoint of SMART backend services and its description, below the address of the FHIR interface. */
import { z } from 'zod';
import { defineRoutes } from './route.ts';

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const smartRoutes = defineRoutes({
  smartConfiguration: {
    method: 'GET',
    path: '.well-known/smart-configuration',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns where and how programs request tokens.',
    input: z.strictObject({}),
    output: z.object({
      token_endpoint: z.string(),
      grant_types_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      capabilities: z.array(z.string()),
      code_challenge_methods_supported: z.array(z.string()),
    }),
  },
  smartToken: {
    method: 'POST',
    path: 'token',
    allow: 'anyone',
    audit: 'session.begin',
    summary: 'Returns a token for a program that signs its request (client_credentials, private_key_jwt).',
    input: z.object({
      grant_type: z.literal('client_credentials'),
      scope: z.string().min(1).max(4000),
      client_assertion_type: z.literal(assertionType),
      client_assertion: z.string().max(16_000),
    }),
    output: z.object({
      access_token: z.string(),
      token_type: z.literal('bearer'),
      expires_in: z.number().int(),
      scope: z.string(),
    }),
  },
});
export type SmartRoutes = typeof smartRoutes;
