/** Handles the routes of links for patients, and binds those that viewers call from their own pages. */
import {
  healthLinkBase,
  type healthLinkRoutes,
  healthLinkViewerRoutes,
  type HealthLinkViewerRoutes,
} from '@rhythmdesk/contract/health-links';
import type { FastifyInstance } from 'fastify';
import { everything, inScope } from '../../../platform/db/row-scope.ts';
import { type BindOptions, bindRoutes } from '../../../platform/http/bind-routes.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { HealthLinkDependencies } from './health-link-dependencies.ts';
import { createHealthLink, listHealthLinks, revokeHealthLink } from './health-link-rows.ts';
import { openHealthLink, readHealthLinkFile } from './open-health-link.ts';

export function healthLinkHandlers(dependencies: HealthLinkDependencies): Handlers<typeof healthLinkRoutes> {
  return {
    healthLinks: async ({ caller, input: { case_id } }) => ({
      items: await listHealthLinks(dependencies, caller, case_id),
    }),
    createHealthLink: ({ caller, input }) => createHealthLink(dependencies, caller, input),
    revokeHealthLink: async ({ caller, input }) => {
      await revokeHealthLink(dependencies, caller, input);
      return { ok: true };
    },
  };
}

/** The patient is not signed in: the secret of the link gives access to its one case. */
export function healthLinkViewerHandlers(
  dependencies: HealthLinkDependencies,
): Handlers<HealthLinkViewerRoutes> {
  return {
    openHealthLink: ({ input }) => inScope(everything, () => openHealthLink(dependencies, input)),
    readHealthLinkFile: async ({ input }) => {
      const content = await inScope(everything, () => readHealthLinkFile(dependencies, input));
      return { body: Buffer.from(content) };
    },
  };
}

/** Viewers of other makers read links from their own pages; no answer depends on a cookie. */
const fromAnyPage = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

export function serveHealthLinks(
  app: FastifyInstance,
  handlers: Handlers<HealthLinkViewerRoutes>,
  options: BindOptions,
): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.headers(fromAnyPage);
      next();
    });
    bindRoutes(scope, healthLinkViewerRoutes, handlers, { ...options, base: healthLinkBase });
    scope.options(`${healthLinkBase}*`, (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type',
        })
        .status(204)
        .send(),
    );
    done();
  });
}
