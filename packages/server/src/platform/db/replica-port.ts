/** Defines what the database’s pool needs of a replica, and what a replica reports (`replica.ts`). */
import type { Pool } from 'pg';

export type ReplicaState = 'used' | 'behind' | 'away';
export type ReplicaFigures = {
  readonly state: ReplicaState;
  /** How many reads the replica answered since the start, and how many the primary had to answer instead. */
  readonly reads: number;
  readonly reads_on_primary: number;
};

export type Replica = {
  readonly pool: Pool;
  /**
   * Runs a read on the replica if it belongs to work that may read there, otherwise on the primary. A read that the
   * replica begins and cannot finish is repeated on the primary.
   */
  readonly read: <Result>(
    onReplica: (position: string) => Promise<Result>,
    onThePrimary: () => Promise<Result>,
  ) => Promise<Result>;
  readonly figures: () => ReplicaFigures;
  readonly close: () => Promise<void>;
};
