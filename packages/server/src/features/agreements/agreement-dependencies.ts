/** Dependencies of the consent feature from the platform and from the cases. */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

export type AgreementDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  /** Returns the case if the caller's permission to take consents covers it; refuses like every case route. */
  readonly openCase: (caller: Caller, case_id: number) => Promise<CaseRecord>;
  readonly support_phone: string;
  /** How long a link to a patient's phone is valid. */
  readonly link_hours: number;
};
