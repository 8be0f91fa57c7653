/** Describes what the operations feature needs of the platform. */
import type { certificateUses, OperationOverview } from '@rhythmdesk/contract/operations';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Troubles } from '../../platform/http/troubles.ts';

type Certificate = {
  readonly use: (typeof certificateUses)[number];
  readonly subject: string;
  readonly not_after: Date;
  readonly renewal_refused: boolean;
};

export type OperationDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly floor_bytes: number;
  readonly disks: () => Promise<OperationOverview['disks']>;
  readonly certificates: () => Promise<readonly Certificate[]>;
  readonly troubles: Troubles;
  /** The text of the metrics. */
  readonly metrics: () => Promise<string>;
};
