/** Binds the routes of the FHIR interface. Errors below its base are OperationOutcomes. */
import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes';
import { fhirBase, fhirMediaType, fhirRoutes, type FhirRoutes } from '@rhythmdesk/contract/fhir';
import type { Route } from '@rhythmdesk/contract/route';
import { kindOf, type RefusalCode, type RefusalKind } from '@rhythmdesk/domain/kit/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginFault, errorBodyOf } from '../../platform/http/answer-fault.ts';
import { type BindOptions, bindRoutes, type FhirCall } from '../../platform/http/bind-routes.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { acceptForms, acceptJson } from '../../platform/http/http-server.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { fhirStatusOf } from '../../platform/http/status.ts';
import { negotiateFormat, refuseForm } from './wanted-format.ts';

const issueCodes = {
  unauthenticated: 'login',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  refused: 'business-rule',
  conflict: 'conflict',
  gone: 'deleted',
  'no-report': 'not-found',
  invalid: 'invalid',
  fault: 'exception',
  busy: 'transient',
} as const satisfies Record<RefusalKind, OperationOutcomeIssue['code']>;

const notSupported: ReadonlySet<RefusalCode> = new Set(['input/media-type', 'input/answer-type']);

/** Returns `contained.0.name` as `contained[0].name`. */
const asFhirPath = (field: string): string => field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');

function answerOutcome(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = beginFault(error, request, reply);
  const { detail, request_id, fields } = errorBodyOf(refusal, request.id, request.headers['accept-language']);
  const outcome: OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: kindOf(refusal.code) === 'fault' ? 'fatal' : 'error',
        code: notSupported.has(refusal.code) ? 'not-supported' : issueCodes[kindOf(refusal.code)],
        details: { coding: [{ system: 'urn:rhythmdesk:refusal', code: refusal.code }], text: detail },
        diagnostics: `request ${request_id}`,
        ...(fields !== undefined && { expression: Object.keys(fields).map(asFhirPath) }),
      },
    ],
  };
  void reply
    .status(fhirStatusOf(refusal.code))
    .type(`${fhirMediaType}; charset=utf-8`)
    .send(JSON.stringify(outcome));
}

const binaryUrl = `${fhirBase}${fhirRoutes.fhirBinary.path}`;

/** A transaction creates ServiceRequests. */
function fhirCallOf({ method, path }: Route): FhirCall {
  const [type = '', id] = path.split('/');
  if (method !== 'GET')
    return { type: type === '' ? 'ServiceRequest' : type, interaction: method === 'PUT' ? 'u' : 'c' };
  return { type, interaction: id === undefined ? 's' : 'r' };
}

export function serveFhir(app: FastifyInstance, handlers: Handlers<FhirRoutes>, options: BindOptions): void {
  void app.register((scope, _options, done) => {
    scope.setErrorHandler(answerOutcome);
    scope.addHook('preValidation', (request, _reply, next) => {
      const { url = '' } = request.routeOptions;
      refuseForm(request, url.endsWith('/_search'));
      negotiateFormat(request, url === binaryUrl);
      next();
    });
    acceptJson(scope, fhirMediaType);
    acceptForms(scope);
    const binding = { ...options, fhirCallOf, base: fhirBase, jsonType: fhirMediaType };
    bindRoutes(scope, fhirRoutes, handlers, binding);
    // The address without the slash, which clients send transactions to.
    const { fhirTransaction } = fhirRoutes;
    bindRoutes(
      scope,
      { fhirTransaction },
      { fhirTransaction: handlers.fhirTransaction },
      { ...binding, base: fhirBase.slice(0, -1) },
    );
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${fhirBase}*`,
      exposeHeadRoute: false,
      onRequest: () => Promise.reject(new Refusal('route/not-found')),
      handler: () => Promise.reject(new Refusal('route/not-found')),
    });
    done();
  });
}
