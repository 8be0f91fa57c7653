/**
 * Defines the events that webhooks report, each with the JSON schema of its body. The events are those after which a
 * hospital acts: what only a program has found and no user has judged is not among them.
 */
import type { CaseAction } from '../case/lifecycle.ts';
import type { CriticalAct } from '../critical/critical-states.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

interface EventRow {
  /** The action on a case, or the act on a critical finding, that the event reports. */
  readonly on: { readonly action: CaseAction } | { readonly critical: CriticalAct };
  readonly summary: string;
  /** The fields of `data` beside those of every event. */
  readonly fields: Readonly<Record<string, JsonSchema>>;
  /** The fields that are in `data` only if the partner's settings ask for results. */
  readonly optional?: Readonly<Record<string, JsonSchema>>;
}

const id = { type: 'integer', minimum: 1 };
const link = { type: 'string' };

const result = {
  type: 'object',
  required: ['code', 'name', 'value', 'unit'],
  properties: {
    code: { type: 'string', description: 'Code of the table of results.' },
    name: { type: 'string' },
    value: { type: ['number', 'string'] },
    unit: { type: ['string', 'null'], description: 'UCUM; null for a text.' },
    loinc: { type: 'string' },
  },
  additionalProperties: false,
};

const report = {
  fields: { report_version: id, report_link: link, pdf_link: link },
  optional: { results: { type: 'array', items: result } },
};
const finding = {
  fields: { finding_id: id },
  optional: { rule: { type: 'string', description: 'What was found.' } },
};

const events = {
  'report.released': {
    on: { action: 'complete' },
    summary: 'A report was signed and released to the hospital.',
    ...report,
  },
  'report.corrected': {
    on: { action: 'complete-editing' },
    summary: 'A corrected report was signed and replaces the former one.',
    ...report,
  },
  'case.requested': {
    on: { action: 'request' },
    summary: 'A reading was requested from the center.',
    fields: {},
  },
  'case.closed': { on: { action: 'close' }, summary: 'A case was closed.', fields: {} },
  'critical.confirmed': {
    on: { critical: 'confirm' },
    summary: 'The center confirmed a critical finding.',
    ...finding,
  },
  'critical.acknowledged': {
    on: { critical: 'acknowledge' },
    summary: 'The hospital acknowledged a critical finding.',
    ...finding,
  },
} as const satisfies Record<string, EventRow>;

export type WebhookEvent = keyof typeof events;
const rows: Readonly<Record<WebhookEvent, EventRow>> = events;

const isEvent = (name: string): name is WebhookEvent => Object.hasOwn(rows, name);
export const webhookEvents = Object.keys(rows).filter(isEvent);

/** A message without a case, by which an administrator tries a receiver. */
export const testEvent = 'webhook.test';

/** Every type of message that a receiver can get. */
export const webhookTypes = [...webhookEvents, testEvent] as const;
type WebhookType = WebhookEvent | typeof testEvent;

export const eventOfAction = (action: CaseAction): WebhookEvent | null =>
  webhookEvents.find((event) => {
    const { on } = rows[event];
    return 'action' in on && on.action === action;
  }) ?? null;

export const eventOfCritical = (act: CriticalAct): WebhookEvent | null =>
  webhookEvents.find((event) => {
    const { on } = rows[event];
    return 'critical' in on && on.critical === act;
  }) ?? null;

const ofCase = {
  case_id: id,
  hn_id: { type: 'string' },
  hospital_id: id,
  case_link: link,
};

function dataOf(type: WebhookType): JsonSchema {
  const fields = type === testEvent ? { hospital_id: id } : { ...ofCase, ...rows[type].fields };
  const optional = type === testEvent ? {} : rows[type].optional;
  return {
    type: 'object',
    required: Object.keys(fields),
    properties: { ...fields, ...optional },
    additionalProperties: false,
  };
}

export const summaryOf = (type: WebhookType): string =>
  type === testEvent ? 'An administrator tries the receiver.' : rows[type].summary;

/** Returns the JSON schema of the body of a webhook. */
export const webhookSchema = (type: WebhookType): JsonSchema => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: dataOf(type),
  },
  additionalProperties: false,
});

/** How long a former secret stays valid beside its successor, in hours. */
export const secretOverlapHours = [0, 24, 168] as const;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];

/** Returns how long a webhook that the receiver did not accept waits after this many attempts: 5 s up to a day. */
export const webhookPauseAfter = (attempts: number): number => pauses[Math.max(1, attempts) - 1] ?? 24 * hour;
