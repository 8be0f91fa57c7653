/** Lists what the FHIR interface needs from the platform and from other features. */
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';

export type FhirDependencies = {
  readonly db: Db;
  /** The address of the interface, with a slash at its end. */
  readonly base: string;
  /** Returns the pages of a report version if the caller may see them. */
  readonly readReport: (
    caller: Caller,
    input: { readonly case_id: number; readonly report_version: number },
  ) => Promise<BinaryReply>;
};
