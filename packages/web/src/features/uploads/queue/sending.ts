/**
 * Describes one recording being uploaded, and the rules of its states. Pure.
 *
 * waiting → sending → checking (the server has every byte) → done or failed. The user may pause an upload, and it is
 * held while the network, a sign-in or its file is missing; only the user's cancel removes it.
 */
import { z } from 'zod';

const sendingFault = z.object({ code: z.string(), detail: z.string(), entry: z.string().nullable() });

/** The stored form of an upload; its file is stored separately under the same id. */
export const keptSending = z.object({
  id: z.string(),
  user_id: z.number(),
  /** The user's scope in which it was started; 0 from an older page. */
  scope_number: z.number().default(0),
  filename: z.string(),
  size_bytes: z.number(),
  fingerprint: z.string(),
  /** The file in another format that this zip was made from; null if the zip is a device's. */
  made_of: z.string().nullable().default(null),
  hn_id: z.string(),
  /** For display; the server has its own. */
  patient_name: z.string(),
  hospital_id: z.number(),
  /** The other metadata fields of the upload. */
  fields: z.record(z.string(), z.string()),
  phase: z.enum(['waiting', 'checking', 'done', 'failed']),
  paused: z.boolean(),
  upload_url: z.string().nullable(),
  capability: z.string().nullable(),
  sent_bytes: z.number(),
  fault: sendingFault.nullable(),
  case_id: z.number().nullable(),
  /** Why the analysis was not requested with it, in the server's text. */
  request_refused: z.string().nullable().default(null),
  added_ms: z.number(),
  ended_ms: z.number().nullable(),
});
export type KeptSending = z.output<typeof keptSending>;

/** The sender of an upload. */
export type Sender = { readonly id: number; readonly scope_number: number };

/** Whether an upload of this sender was started in another scope. */
export const ofFormerScope =
  (sender: Sender) =>
  (sending: Pick<KeptSending, 'user_id' | 'scope_number'>): boolean =>
    sending.user_id === sender.id && sending.scope_number !== sender.scope_number;

export const nameOf = ({ id, scope_number }: Sender): string => `${String(id)} ${String(scope_number)}`;

/** The facts of an upload in any phase. */
export type SendingFacts = Omit<KeptSending, 'phase'>;

type Hold = 'network' | 'sign-in' | 'file';

export type Sending = SendingFacts & {
  readonly phase: KeptSending['phase'] | 'sending';
  readonly hold: Hold | null;
  /** The file is in this browser's store, so a reload does not lose it. */
  readonly file_kept: boolean;
  readonly bytes_per_s: number | null;
};

export const mostAtOnce = 3;
/** Lifetime of the server's upload capability; older uploads cannot be continued and are deleted. */
export const keptMs = 24 * 3_600_000;

export const isOpen = ({ phase }: Sending): boolean => phase === 'waiting' || phase === 'sending';
export const hasEnded = ({ phase }: Sending): boolean => phase === 'done' || phase === 'failed';

/** Returns the uploads that start now: the earliest possible ones, while there are free slots. */
export function nextToSend(all: readonly Sending[]): Sending[] {
  const free = mostAtOnce - all.filter(({ phase }) => phase === 'sending').length;
  const ready = all.filter(
    ({ phase, paused, hold, upload_url }) =>
      phase === 'waiting' && !paused && hold === null && upload_url !== null,
  );
  return ready.sort((a, b) => a.added_ms - b.added_ms).slice(0, Math.max(0, free));
}

const places = { failed: 1, sending: 2, waiting: 2, checking: 3, done: 4 } as const;

/** Returns the display order: uploads in progress first, then failures, then completed ones, the newest first. */
export function inOrder(all: readonly Sending[]): Sending[] {
  const placeOf = ({ phase }: Sending): number => places[phase];
  return [...all].sort((a, b) => {
    const byPlace = placeOf(a) - placeOf(b);
    if (byPlace !== 0) return byPlace;
    return a.phase === 'done' ? (b.ended_ms ?? 0) - (a.ended_ms ?? 0) : a.added_ms - b.added_ms;
  });
}

export type QueueSum = {
  readonly open: number;
  readonly failed: number;
  readonly sent_bytes: number;
  readonly size_bytes: number;
  readonly bytes_per_s: number;
  readonly left_ms: number | null;
};

/** Returns the figures of the whole queue: what is being sent, and what was sent since the queue was last empty. */
export function sumOf(all: readonly Sending[]): QueueSum {
  const open = all.filter(isOpen);
  const since = Math.min(...open.map(({ added_ms }) => added_ms));
  const counted = all.filter(
    (each) => isOpen(each) || (each.phase !== 'failed' && (each.ended_ms ?? Infinity) >= since),
  );
  const sum = (pick: (each: Sending) => number): number =>
    counted.reduce((total, each) => total + pick(each), 0);
  const sent_bytes = sum(({ sent_bytes: sent }) => sent);
  const size_bytes = sum(({ size_bytes: size }) => size);
  const bytes_per_s = sum(({ phase, bytes_per_s: speed }) => (phase === 'sending' ? (speed ?? 0) : 0));
  return {
    open: open.length,
    failed: all.filter(({ phase }) => phase === 'failed').length,
    sent_bytes,
    size_bytes,
    bytes_per_s,
    left_ms: bytes_per_s > 0 ? ((size_bytes - sent_bytes) / bytes_per_s) * 1000 : null,
  };
}

/** Returns the server's id of an upload: the last part of its address. */
export function uploadIdOf({ upload_url }: Pick<KeptSending, 'upload_url'>): string | null {
  return upload_url?.split('/').at(-1) ?? null;
}
