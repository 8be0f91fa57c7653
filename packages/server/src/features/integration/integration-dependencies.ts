/** Defines what the exchange of messages with partners needs. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { MllpIdentity } from '../../platform/hl7/mllp-listener.ts';
import type { Asking } from '../../platform/http/caller.ts';

type IntegrationDependencies = { readonly db: Db; readonly clock: Clock };

export type SendingDependencies = IntegrationDependencies & {
  readonly files: Pick<FileStore, 'whole'>;
  /** Reads the certificate that this installation shows to partners; null without one. */
  readonly identity: () => Promise<MllpIdentity | null>;
  /** How long a message is tried, and how long an answer may take. */
  readonly retry_ms: number;
  readonly timeout_ms: number;
};

/** An action of the lifecycle in the name of a user. */
export type ActOnCase = (
  tx: Tx,
  action: Extract<CaseAction, 'close'>,
  body: { readonly case_id: number; readonly version: number; readonly comment?: string },
  context: { readonly caller: Asking; readonly request_id: string; readonly now: Date },
) => Promise<{ readonly version: number }>;

export type ReceivingDependencies = IntegrationDependencies & { readonly act: ActOnCase };
