/**
 * Links the two windows of one case and one user, so that each shows the place, finding and beats that the other shows.
 * Only the desk writes into the reading.
 *
 * Invariants: what came from the other window is never sent back to it, although it changes this one. The second window
 * sends nothing before the desk has answered it, so that opening it changes nothing. Unknown messages are ignored.
 */
import { z } from 'zod';
import { ownName } from '../../../../platform/address/base-path.ts';

const sample = z.number().int().min(0);
const parts = z.discriminatedUnion('kind', [
  /**
   * The sample that the reader looks at (`RecordingHandle.looked`), not the middle of the samples on the strip. They
   * differ if the strip has an even number of rows, or if an end of the recording keeps it away from the middle.
   */
  z.object({ kind: z.literal('place'), value: z.number().min(0) }),
  /** The key of the selected item of the queue. */
  z.object({ kind: z.literal('finding'), value: z.string().max(200).nullable() }),
  /** The selected beats on the strip, or the selected place. */
  z.object({
    kind: z.literal('selected'),
    value: z.object({ anchor: z.number(), focus: z.number() }).nullable(),
  }),
  /** Beats that were selected in a plot. */
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
  /** What this window shows now, for a window that was just opened. */
  readonly shown: () => readonly LinkPart[];
  readonly apply: (part: LinkPart) => void;
  /** Called when the desk has answered or was just opened. */
  readonly onDesk?: () => void;
};

export type WindowLink = {
  /** Sends to the other window what this one shows now, unless it came from there. */
  readonly publish: (part: LinkPart) => void;
  /** Runs work that the other window requested, without publishing it. */
  readonly quietly: (work: () => void) => void;
  readonly close: () => void;
};

export function linkWindows({ channel, role, shown, apply, onDesk }: LinkEnds): WindowLink {
  const known = new Map<LinkPart['kind'], string>();
  /** The desk publishes after a second window has greeted it, the second window after the desk has answered. */
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

/** Returns the channel between the windows of one case and one user in this browser. */
export function windowChannel(user: number, case_id: number): LinkChannel & { readonly close: () => void } {
  const channel = new BroadcastChannel(ownName(deskName(user, case_id)));
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

/** Returns the name of the channel, and of the lock that the desk's window holds. */
export const deskName = (user: number, case_id: number): string =>
  `rhythmdesk-desk-${String(user)}-${String(case_id)}`;
