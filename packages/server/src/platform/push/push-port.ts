/** How a push message leaves the house, by whichever way its token belongs to. */
import type { NotificationCategory } from '@rhythmdesk/domain/notice/notifications';

export type PushMessage = {
  readonly notification_id: number;
  readonly patch_id: number | null;
  readonly category: NotificationCategory;
  readonly hn_id: string | null;
  readonly title: string;
  readonly body: string;
  /** It is shown at once, also on a phone that saves its battery. */
  readonly urgent: boolean;
  /** From then on nobody needs it any more: the service forgets it. */
  readonly useless_after: Date;
};

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The browser is gone, or has unsubscribed: this token never works again. */
  | { readonly kind: 'dead' }
  /** The service asks to be left alone for a while. */
  | { readonly kind: 'later'; readonly after_ms: number };

export type PushPort = {
  /** Throws `PushRefused` where trying again cannot help, and anything else where it may. */
  readonly send: (push_token: string, message: PushMessage, now: Date) => Promise<PushOutcome>;
};

/** The service will not take this message, though its token lives: a fault of ours. */
export class PushRefused extends Error {
  constructor(status: number) {
    super(`the push service refused the message with ${String(status)}`);
    this.name = 'PushRefused';
  }
}

/** What the page's service worker is given; the same by either way. Every value is text, as Firebase asks. */
export function payloadOf(message: PushMessage): Readonly<Record<string, string>> {
  const { notification_id, patch_id, category, hn_id, title, body } = message;
  return {
    notification_id: String(notification_id),
    patch_id: patch_id === null ? '' : String(patch_id),
    category,
    hn_id: hn_id ?? '',
    title,
    body,
  };
}

export const secondsLeft = ({ useless_after }: PushMessage, now: Date): number =>
  Math.max(0, Math.round((useless_after.getTime() - now.getTime()) / 1_000));
