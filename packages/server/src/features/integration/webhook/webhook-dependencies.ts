/** Defines what the sending of webhooks needs. */
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Sealer } from '../../../platform/secrets/sealer.ts';
import type { PostPolicy } from '../../../platform/webhooks/guarded-post.ts';

export type WebhookDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly policy: PostPolicy;
};

export type WebhookSending = WebhookDependencies & {
  /** The address of the product, in front of links. */
  readonly base: string;
  /** How long a message is tried, and how long an answer may take. */
  readonly retry_ms: number;
  readonly timeout_ms: number;
  /** A receiver that accepts nothing for this long is switched off. */
  readonly off_ms: number;
};
