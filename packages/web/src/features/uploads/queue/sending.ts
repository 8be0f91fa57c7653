/**
 * One recording on its way to the server, and the rules of its life. Pure.
 *
 * waiting → sending → checking (the server has every byte) → done or failed. A sending may be paused by the user, and
 * is held while the network, a sign-in or its file is missing; nothing but the user's cancel makes it forgotten.
 */
import { z } from 'zod';

const sendingFault = z.object({ code: z.string(), detail: z.string(), entry: z.string().nullable() });

/** What the browser keeps of a sending; its file lies beside it under the same id. */
export const keptSending = z.object({
  id: z.string(),
  user_id: z.number(),
  /** The scope of the user in which it was begun; 0 of an older page. */
  scope_number: z.number().default(0),
  filename: z.string(),
  size_bytes: z.number(),
  fingerprint: z.string(),
  /** The file in another format that this zip was made of here; null where the zip is a device's. */
  made_of: z.string().nullable().default(null),
  hn_id: z.string(),
  /** As the page shows it; the server has its own. */
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
  /** Why the analysis was not requested with it, in the server's words. */
  request_refused: z.string().nullable().default(null),
  added_ms: z.number(),
  ended_ms: z.number().nullable(),
});
export type KeptSending = z.output<typeof keptSending>;

/** Whose a sending is. */
export type Sender = { readonly id: number; readonly scope_number: number };

/** A sending of this sender that was begun in another scope. */
export const ofFormerScope =
  (sender: Sender) =>
  (sending: Pick<KeptSending, 'user_id' | 'scope_number'>): boolean =>
    sending.user_id === sender.id && sending.scope_number !== sender.scope_number;

export const nameOf = ({ id, scope_number }: Sender): string => `${String(id)} ${String(scope_number)}`;

/** A sending in whichever phase. */
export type SendingFacts = Omit<KeptSending, 'phase'>;

type Hold = 'network' | 'sign-in' | 'file';

export type Sending = SendingFacts & {
  readonly phase: KeptSending['phase'] | 'sending';
  readonly hold: Hold | null;
  /** The file is in this browser's store: a reload does not lose it. */
  readonly file_kept: boolean;
  readonly bytes_per_s: number | null;
};

export const mostAtOnce = 3;
/** What the server's capability lasts; what is older cannot be continued and is forgotten. */
export const keptMs = 24 * 3_600_000;

export const isOpen = ({ phase }: Sending): boolean => phase === 'waiting' || phase === 'sending';
export const hasEnded = ({ phase }: Sending): boolean => phase === 'done' || phase === 'failed';

/** Which begin to send now: the earliest of those that can, while there are free slots. */
export function nextToSend(all: readonly Sending[]): Sending[] {
  const free = mostAtOnce - all.filter(({ phase }) => phase === 'sending').length;
  const ready = all.filter(
    ({ phase, paused, hold, upload_url }) =>
      phase === 'waiting' && !paused && hold === null && upload_url !== null,
  );
  return ready.sort((a, b) => a.added_ms - b.added_ms).slice(0, Math.max(0, free));
}

const places = { failed: 1, sending: 2, waiting: 2, checking: 3, done: 4 } as const;

/** Failures on top of what is done, what is under way before both, the newest done first. */
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

/** The whole queue in figures: what is being sent, and what was sent since the queue was last empty. */
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

/** The server's name of an upload: the last part of its address. */
export function uploadIdOf({ upload_url }: Pick<KeptSending, 'upload_url'>): string | null {
  return upload_url?.split('/').at(-1) ?? null;
}
