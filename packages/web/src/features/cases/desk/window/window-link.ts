/**
 * The second window of a desk: what the two windows of one case and one user tell each other, so that each shows the
 * place, the finding and the beats that the other shows. Nothing here writes into the reading; only the desk does.
 *
 * Laws: what came from the other window is never told back to it, though it moves this one; the second tells nothing
 * before the desk has answered it, so that opening it moves nothing; what it does not understand it leaves alone.
 */
import { z } from 'zod';

const sample = z.number().int().min(0);
const parts = z.discriminatedUnion('kind', [
  /**
   * The sample that the reader looks at (`RecordingHandle.looked`), not the middle of the samples on the strip: that is
   * another one where the strip has an even number of rows, or where an end of the recording keeps it off the middle.
   */
  z.object({ kind: z.literal('place'), value: z.number().min(0) }),
  /** The item of the queue that is read, by its key. */
  z.object({ kind: z.literal('finding'), value: z.string().max(200).nullable() }),
  /** The beats that are selected on the strip, or the place. */
  z.object({
    kind: z.literal('selected'),
    value: z.object({ anchor: z.number(), focus: z.number() }).nullable(),
  }),
  /** Beats that were taken out of a plot. */
  z.object({
    kind: z.literal('taken'),
    value: z.object({ from: z.string().max(200), samples: z.array(sample) }).nullable(),
  }),
]);
/** One thing that both windows show. */
export type LinkPart = z.output<typeof parts>;
const greeting = z.object({ kind: z.enum(['open', 'hello', 'desk']) });

export type LinkChannel = {
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
};

type LinkEnds = {
  readonly channel: LinkChannel;
  readonly role: 'desk' | 'second';
  /** What this window shows now, for one that has just come. */
  readonly shown: () => readonly LinkPart[];
  readonly apply: (part: LinkPart) => void;
  /** The desk is there: it has answered, or has just been opened. */
  readonly onDesk?: () => void;
};

export type WindowLink = {
  /** Tells the other window what this one shows by now, unless it came from there. */
  readonly publish: (part: LinkPart) => void;
  /** What is done inside was asked for by the other window. */
  readonly quietly: (work: () => void) => void;
  readonly close: () => void;
};

export function linkWindows({ channel, role, shown, apply, onDesk }: LinkEnds): WindowLink {
  const known = new Map<LinkPart['kind'], string>();
  /** The desk speaks once a second window has greeted it; the second once the desk has answered. */
  let isHeard = false;
  let isApplying = false;
  const publish = (part: LinkPart): void => {
    const value = JSON.stringify(part.value);
    if (isApplying) known.delete(part.kind);
    if (!isHeard || isApplying || known.get(part.kind) === value) return;
    known.set(part.kind, value);
    channel.post(part);
  };
  const greeted = (): void => {
    isHeard = true;
    known.clear();
    channel.post({ kind: 'desk' });
    shown().forEach(publish);
  };
  const quietly = (work: () => void): void => {
    isApplying = true;
    try {
      work();
    } finally {
      isApplying = false;
    }
  };
  const taken = (part: LinkPart): void => {
    isHeard = true;
    quietly(() => apply(part));
    known.set(part.kind, JSON.stringify(part.value));
  };
  const stop = channel.onMessage((message) => {
    const part = parts.safeParse(message);
    if (part.success) return taken(part.data);
    switch (greeting.safeParse(message).data?.kind) {
      case 'open':
        return role === 'second' ? channel.post({ kind: 'hello' }) : undefined;
      case 'hello':
        return role === 'desk' ? greeted() : undefined;
      case 'desk':
        isHeard = true;
        return role === 'second' ? onDesk?.() : undefined;
      case undefined:
        return undefined;
    }
  });
  channel.post({ kind: role === 'desk' ? 'open' : 'hello' });
  return { publish, quietly, close: stop };
}

/** The windows of one case and one user, in this browser. */
export function windowChannel(user: number, case_id: number): LinkChannel & { readonly close: () => void } {
  const channel = new BroadcastChannel(deskName(user, case_id));
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      const heard = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    close: () => channel.close(),
  };
}

/** Also the name of the lock that the desk's window holds. */
export const deskName = (user: number, case_id: number): string =>
  `rhythmdesk-desk-${String(user)}-${String(case_id)}`;
