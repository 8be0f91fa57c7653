/** Handles the routes of partners that receive webhooks. */
import type { webhookRoutes } from '@rhythmdesk/contract/webhooks';
import type { Handlers } from '../../../platform/http/handler.ts';
import { changeWebhook, createWebhook, replaceSecret, testWebhook } from './change-webhook.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';

export function webhookHandlers(dependencies: WebhookDependencies): Handlers<typeof webhookRoutes> {
  return {
    createWebhook: ({ caller, input }) => createWebhook(dependencies, caller, input),
    changeWebhook: ({ caller, input }) => changeWebhook(dependencies, caller, input),
    replaceWebhookSecret: ({ caller, input }) => replaceSecret(dependencies, caller, input),
    testWebhook: ({ caller, input }) => testWebhook(dependencies, caller, input),
  };
}
