/**
 * Defines partners, the systems of other institutions that exchange messages with this one, and the life of a message:
 * `waiting` → `sent` → `acknowledged` or `refused`; `dead` after the time for attempts has passed.
 */

/** The ways by which messages are exchanged. */
export const partnerChannels = ['hl7', 'webhook', 'dicom'] as const;

export const messageDirections = ['in', 'out'] as const;

export const messageStates = ['waiting', 'sent', 'acknowledged', 'refused', 'dead'] as const;
export type MessageState = (typeof messageStates)[number];

/** What a message is about. */
export const messageKinds = ['result', 'order', 'event', 'other'] as const;

/**
 * Why a message was not delivered: no connection, an untrusted certificate, no answer, an answer that cannot be read,
 * characters that the partner's character set does not have, a refusal, an address that the settings do not allow, an
 * HTTP status other than success, credentials that the partner does not accept, or a report that cannot be written as a
 * message: the form of the message cannot store it, or a file of it is damaged.
 */
export const messageFaults = [
  'unreachable',
  'tls',
  'no-answer',
  'answer',
  'charset',
  'refused',
  'address',
  'status',
  'credentials',
  'unfit',
] as const;
export type MessageFault = (typeof messageFaults)[number];

/** Why the product has switched a partner off: no message was accepted for long, or it said that it is gone. */
export const offReasons = ['failing', 'gone'] as const;

/** Messages in these states are still to be delivered. */
export const openMessageStates = ['waiting', 'sent'] as const satisfies readonly MessageState[];

const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/** Returns how long a message waits after this many failed attempts: 5 s, doubled each time, at most 10 minutes. */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, Math.max(0, attempts - 1)));

/** The state of an order. */
export const orderStates = ['open', 'cancelled'] as const;
