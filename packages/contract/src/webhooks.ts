/** Defines the routes for partners that receive events by HTTP (Standard Webhooks). */
import { secretOverlapHours, webhookEvents } from '@rhythmdesk/domain/integration/webhook-events';
import { z } from 'zod';
import { optionalText, rowId, text, whole } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Refuses a name or password in an address, and a fragment, which is not sent. */
const isPlain = (value: string): boolean => !/[\\#]/.test(value) && !/^[^/]*\/*[^/?]*@/.test(value);

/** The address of a partner's system. */
export const partnerUrl = z
  .string()
  .trim()
  .max(2000)
  .pipe(z.url({ protocol: /^https?$/ }))
  .refine(isPlain);

export const webhookSettings = z.strictObject({
  /** Where events are sent by POST. */
  url: partnerUrl,
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .refine((chosen) => new Set(chosen).size === chosen.length),
  /** Adds the results of a report, and what a critical finding is; otherwise ids and links only. */
  with_results: z.boolean().default(false),
  /** The authorities whose certificates are trusted, as PEM; empty for those of the system. */
  ca: optionalText(40_000).default(''),
});
export type WebhookSettings = z.output<typeof webhookSettings>;

const fields = { name: text(80), active: z.boolean(), settings: webhookSettings };
const key = { partner_id: rowId };
const done = z.object({ partner_id: z.number().int(), version: z.number().int() });

export const webhookRoutes = defineRoutes({
  createWebhook: {
    method: 'POST',
    path: 'integration/webhooks',
    allow: 'partner.write',
    audit: 'partner.create',
    summary:
      'Creates a partner that receives events by HTTP. Only this response and that of a replaced secret contain the secret.',
    input: z.strictObject({ hospital_id: rowId, ...fields }),
    output: done.extend({ secret: z.string() }),
    success: 201,
  },
  changeWebhook: {
    method: 'PUT',
    path: 'integration/webhooks/:partner_id',
    allow: 'partner.write',
    audit: 'partner.change',
    summary: 'Changes a partner that receives events. Switching it on sends what waits for it at once.',
    input: z.strictObject({ ...key, version: whole(1), ...fields }),
    output: done,
  },
  replaceWebhookSecret: {
    method: 'POST',
    path: 'integration/webhooks/:partner_id/secret',
    allow: 'partner.write',
    audit: 'partner.secret',
    summary:
      'Creates a new secret. Until overlap_hours have passed, messages are signed by the former one too.',
    input: z.strictObject({ ...key, overlap_hours: z.literal([...secretOverlapHours]) }),
    output: z.object({ secret: z.string() }),
    success: 201,
  },
  testWebhook: {
    method: 'POST',
    path: 'integration/webhooks/:partner_id/test',
    allow: 'partner.resend',
    audit: 'message.again',
    summary: 'Sends a message of the type webhook.test, which is listed with the others.',
    input: z.strictObject(key),
    output: z.object({ message_id: z.number().int() }),
    success: 201,
  },
});
