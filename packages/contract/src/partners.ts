/** Defines the routes for partners, and for the messages that are exchanged with them. */
import {
  arePlaces,
  hl7Acknowledgements,
  hl7Charsets,
  hl7Processing,
  hl7Versions,
  usualOrderPlaces,
} from '@rhythmdesk/domain/integration/hl7-settings';
import {
  messageDirections,
  messageFaults,
  messageKinds,
  messageStates,
  offReasons,
  partnerChannels,
} from '@rhythmdesk/domain/integration/partner-messages';
import { webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { instant, listOf, optionalText, pageFields, pageOf, rowId, text, whole } from './fields.ts';
import { groupName } from './people.ts';
import { defineRoutes } from './route.ts';
import { pacsSettings } from './pacs.ts';
import { webhookSettings } from './webhooks.ts';

/** One line without the separators of HL7. */
const word = (max: number) => optionalText(max).refine((value) => !/[|^~\\&\p{Cc}]/u.test(value));
const places = (usual: string) => optionalText(200).refine(arePlaces).default(usual);

const mapping = z.strictObject({
  order_number: places(usualOrderPlaces.order_number),
  hn_id: places(usualOrderPlaces.hn_id),
  patient_id: places(usualOrderPlaces.patient_id),
  patient_last_name: places(usualOrderPlaces.patient_last_name),
  patient_first_name: places(usualOrderPlaces.patient_first_name),
  birth_date: places(usualOrderPlaces.birth_date),
  gender: places(usualOrderPlaces.gender),
  phone_number: places(usualOrderPlaces.phone_number),
  priority: places(usualOrderPlaces.priority),
  comment: places(usualOrderPlaces.comment),
});

/** The settings of a partner that speaks HL7 version 2. */
export const hl7Settings = z.strictObject({
  /** Where results are sent. */
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.:_-]*$/)
    .default(''),
  port: whole(0, 65_535).default(0),
  tls: z.boolean().default(false),
  /** The authorities whose certificates are trusted, as PEM; empty for those of the system. */
  ca: optionalText(40_000).default(''),
  charset: z.enum(hl7Charsets).default('UNICODE UTF-8'),
  version: z.enum(hl7Versions).default('2.5.1'),
  processing: z.enum(hl7Processing).default('P'),
  acknowledgement: z.enum(hl7Acknowledgements).default('original'),
  /** The language of the names of results. */
  language: z.enum(languages).default('en'),
  our_application: word(60).default('RHYTHMDESK'),
  our_facility: word(60).default(''),
  /** With these names the partner sends orders. */
  their_application: word(60).default(''),
  their_facility: word(60).default(''),
  /** The addresses that orders may come from. */
  from_addresses: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .max(20)
    .default([]),
  /** The SHA-256 of the client certificate that orders must come with; empty for any. */
  fingerprint: z
    .string()
    .trim()
    .transform((value) => value.replaceAll(':', '').toLowerCase())
    .pipe(z.string().regex(/^([0-9a-f]{64})?$/))
    .default(''),
  with_pdf: z.boolean().default(true),
  mapping: mapping.prefault({}),
  /** The partner's own code of a result, by the result's name in this product. */
  codes: z.record(word(80), word(80)).default({}),
});
export type Hl7Settings = z.output<typeof hl7Settings>;

const partnerFields = {
  name: text(80),
  active: z.boolean(),
  sends_results: z.boolean(),
  takes_orders: z.boolean(),
  /** The sign-in id of the user in whose name orders create cases; empty without orders. */
  acting_user: optionalText(64),
  settings: hl7Settings,
};

const listedFields = {
  partner_id: z.number().int(),
  version: z.number().int(),
  hospital: groupName,
  /** Messages by what has become of them. */
  counts: z.record(z.enum(messageStates), z.number().int()),
  /** Refused and given up messages that `sendFailedAgain` sends; a refused order is for its sender to repeat. */
  undelivered: z.number().int(),
  updated_at: instant,
};

const hl7Partner = z.object({
  ...partnerFields,
  ...listedFields,
  channel: z.literal('hl7'),
  /** The names of other systems here from which the same order could be; while there is one, orders are refused. */
  same_sender: z.array(z.string()),
});
export type Hl7Partner = z.output<typeof hl7Partner>;

const webhookPartner = z.object({
  ...listedFields,
  channel: z.literal('webhook'),
  name: z.string(),
  active: z.boolean(),
  settings: webhookSettings,
  /** Why the product has switched it off; null if a user did, or if it is on. */
  off_reason: z.enum(offReasons).nullable(),
  /** The first failed attempt after which no message was accepted. */
  failing_since: instant.nullable(),
  /** Until when a replaced secret is valid beside the current one; null for callers who may not change partners. */
  former_secret_ends_at: instant.nullable(),
});
export type WebhookPartner = z.output<typeof webhookPartner>;

const pacsPartner = z.object({
  ...listedFields,
  channel: z.literal('dicom'),
  name: z.string(),
  active: z.boolean(),
  settings: pacsSettings,
});
export type PacsPartner = z.output<typeof pacsPartner>;

const partner = z.discriminatedUnion('channel', [hl7Partner, webhookPartner, pacsPartner]);
export type Partner = z.output<typeof partner>;

const partnerMessage = z.object({
  message_id: z.number().int(),
  partner: z.object({ partner_id: z.number().int(), name: z.string(), channel: z.enum(partnerChannels) }),
  hospital: groupName,
  direction: z.enum(messageDirections),
  kind: z.enum(messageKinds),
  /** The type of an event; null for other kinds. */
  event: z.enum(webhookTypes).nullable(),
  case_id: z.number().int().nullable(),
  hn_id: z.string().nullable(),
  control_id: z.string(),
  state: z.enum(messageStates),
  attempts: z.number().int(),
  fault: z.enum(messageFaults).nullable(),
  fault_detail: z.string(),
  created_at: instant,
  next_attempt_at: instant.nullable(),
  sent_at: instant.nullable(),
  settled_at: instant.nullable(),
});
export type PartnerMessage = z.output<typeof partnerMessage>;

/** A message as its segments; a long value is cut. */
const segments = z.array(
  z.object({
    name: z.string(),
    fields: z.array(z.object({ position: z.number().int(), value: z.string() })),
  }),
);
export type MessageSegments = z.output<typeof segments>;

const messageDetail = partnerMessage.extend({
  /** Null before the first attempt. */
  segments: segments.nullable(),
  reply: segments.nullable(),
});

const done = z.object({ partner_id: z.number().int(), version: z.number().int() });
const messageKey = { message_id: rowId };

export const partnerRoutes = defineRoutes({
  partners: {
    method: 'GET',
    path: 'integration/partners',
    allow: 'partner.read',
    audit: 'message.list',
    summary: 'Returns the partners in the caller’s scope with the number of their messages by state.',
    input: z.strictObject({}),
    output: z.object({ items: z.array(partner), may_change: z.boolean() }),
  },
  createPartner: {
    method: 'POST',
    path: 'integration/partners',
    allow: 'partner.write',
    audit: 'partner.create',
    summary: 'Creates a partner of an institution.',
    input: z.strictObject({ hospital_id: rowId, channel: z.literal('hl7'), ...partnerFields }),
    output: done,
    idempotent: true,
    success: 201,
  },
  changePartner: {
    method: 'PUT',
    path: 'integration/partners/:partner_id',
    allow: 'partner.write',
    audit: 'partner.change',
    summary: 'Changes a partner; its institution and channel stay as they are.',
    input: z.strictObject({ partner_id: rowId, version: whole(1), ...partnerFields }),
    output: done,
  },
  sendFailedAgain: {
    method: 'POST',
    path: 'integration/partners/:partner_id/again',
    allow: 'partner.resend',
    audit: 'message.again',
    summary: 'Sends all refused and given up messages of a partner again, each with its control id.',
    input: z.strictObject({ partner_id: rowId }),
    output: z.object({ count: z.number().int() }),
  },
  partnerMessages: {
    method: 'GET',
    path: 'integration/messages',
    allow: 'partner.read',
    audit: 'message.list',
    summary: 'Returns messages in the caller’s scope, the newest first, without their content.',
    input: z.strictObject({
      ...pageFields,
      partner_id: rowId.optional(),
      case_id: rowId.optional(),
      state: listOf(z.enum(messageStates)).optional(),
      direction: z.enum(messageDirections).optional(),
    }),
    output: pageOf(partnerMessage),
  },
  partnerMessage: {
    method: 'GET',
    path: 'integration/messages/:message_id',
    allow: 'partner.read',
    audit: 'message.read',
    summary:
      'Returns a message with its content and the answer to it. An administrator must give a reason, which is audited.',
    input: z.strictObject({ ...messageKey, reason: optionalText(500).optional() }),
    output: messageDetail,
  },
  sendMessageAgain: {
    method: 'POST',
    path: 'integration/messages/:message_id/again',
    allow: 'partner.resend',
    audit: 'message.again',
    summary:
      'Sends a message again with the same control id, or processes a refused order again as if it had just arrived.',
    input: z.strictObject(messageKey),
    output: z.object({ message_id: z.number().int(), state: z.enum(messageStates) }),
  },
});
