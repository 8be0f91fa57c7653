/** Lists what links for patients need from the platform. */
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { OneTime } from '../../../platform/secrets/one-time.ts';

export type HealthLinkDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  readonly files: Pick<FileStore, 'whole'>;
  /** The address that users use; null if the installation does not know it. */
  readonly public_url: string | null;
  /** The address of the FHIR interface, with a slash at its end. */
  readonly fhir_base: string;
};
