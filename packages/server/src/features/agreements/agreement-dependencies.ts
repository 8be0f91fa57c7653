/** Describes the parts of the platform and the settings that the consent feature needs. */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';

export type AgreementDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  readonly support_phone: string;
  /** How long a link to a patient's phone is valid. */
  readonly link_hours: number;
};
