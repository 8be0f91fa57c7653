/** Lists what the FHIR interface needs from the platform and from other features. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';

/** Performs an action of the lifecycle for the caller, by the rules of the API. */
export type ActOnCase = (
  tx: Tx,
  action: Extract<CaseAction, 'close'>,
  body: { readonly case_id: number; readonly version: number; readonly comment: string },
  context: { readonly caller: Caller; readonly request_id: string; readonly now: Date },
) => Promise<unknown>;

export type FhirDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly act: ActOnCase;
  /** The address of the interface, with a slash at its end. */
  readonly base: string;
  /** Where programs request tokens; null if the installation does not know its own address. */
  readonly token_endpoint: string | null;
  /** Returns the pages of a report version if the caller may see them. */
  readonly readReport: (
    caller: Caller,
    input: { readonly case_id: number; readonly report_version: number },
  ) => Promise<BinaryReply>;
};
