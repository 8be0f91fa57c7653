/** Binds the token endpoint of SMART backend services. Its errors have the form of OAuth 2.0. */
import { fhirBase } from '@rhythmdesk/contract/fhir';
import { smartRoutes, type SmartRoutes } from '@rhythmdesk/contract/smart';
import { fhirScopes } from '@rhythmdesk/domain/people/fhir-scopes';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginFault, errorBodyOf } from '../../../platform/http/answer-fault.ts';
import { type BindOptions, bindRoutes } from '../../../platform/http/bind-routes.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { acceptForms } from '../../../platform/http/http-server.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { fhirStatusOf } from '../../../platform/http/status.ts';
import { signingAlgorithms } from './smart-keys.ts';
import { issueToken, type TokenDependencies } from './smart-tokens.ts';

const oauthErrors: Partial<Record<RefusalCode, string>> = {
  'smart/client-unknown': 'invalid_client',
  'smart/assertion': 'invalid_client',
  'smart/replayed': 'invalid_client',
  'smart/scope': 'invalid_scope',
  'server/busy': 'temporarily_unavailable',
};

function answerOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = beginFault(error, request, reply);
  const { detail, fields = {} } = errorBodyOf(refusal, request.id, 'en');
  const isOtherGrant = refusal.code === 'input/invalid' && Object.hasOwn(fields, 'grant_type');
  const named = isOtherGrant ? 'unsupported_grant_type' : (oauthErrors[refusal.code] ?? 'invalid_request');
  const about = Object.keys(fields).join(', ');
  const error_description = about === '' ? detail : `${detail} (${about})`;
  void reply
    .status(fhirStatusOf(refusal.code))
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: named, error_description }));
}

export function smartHandlers(dependencies: TokenDependencies): Handlers<SmartRoutes> {
  return {
    smartConfiguration: () => {
      const { token_endpoint } = dependencies;
      if (token_endpoint === null) return Promise.reject(new Refusal('route/not-found'));
      return Promise.resolve({
        token_endpoint,
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: [...signingAlgorithms],
        scopes_supported: [...fhirScopes],
        capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
        code_challenge_methods_supported: ['S256'],
      });
    },
    smartToken: ({ input, ip }) => issueToken(dependencies, input, ip),
  };
}

export function serveSmart(
  app: FastifyInstance,
  handlers: Handlers<SmartRoutes>,
  options: BindOptions,
): void {
  void app.register((scope, _options, done) => {
    scope.setErrorHandler(answerOAuthError);
    acceptForms(scope);
    bindRoutes(scope, smartRoutes, handlers, { ...options, base: fhirBase });
    done();
  });
}
