/** Sends a push message through the service that its token belongs to. */
import type { NotificationCategory } from '@rhythmdesk/domain/notice/notifications';

export type PushMessage = {
  readonly notification_id: number;
  readonly patch_id: number | null;
  readonly category: NotificationCategory;
  readonly hn_id: string | null;
  readonly title: string;
  readonly body: string;
  /** The message is shown at once, even on a phone in battery saving mode. */
  readonly urgent: boolean;
  /** After this instant nobody needs the message, and the service deletes it. */
  readonly useless_after: Date;
};

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The browser no longer exists or has unsubscribed; this token never works again. */
  | { readonly kind: 'dead' }
  /** The service requests a pause. */
  | { readonly kind: 'later'; readonly after_ms: number };

export type PushPort = {
  /** Throws `PushRefused` if another attempt cannot help, and any other error if it may. */
  readonly send: (push_token: string, message: PushMessage, now: Date) => Promise<PushOutcome>;
};

/** The service refuses this message although its token is valid: a fault of the server. */
export class PushRefused extends Error {
  constructor(status: number) {
    super(`the push service refused the message with ${String(status)}`);
    this.name = 'PushRefused';
  }
}

/**
 * Returns the payload for the page's service worker, the same for both services. Every value is text, as Firebase
 * requires.
 */
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
