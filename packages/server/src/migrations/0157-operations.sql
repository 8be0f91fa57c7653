-- What an operator is shown about the installation itself: the programs that run on it, each of which renews its row
-- (platform/nodes), and the backups that `npm run backup` made and verified. Neither has patient data.
CREATE TABLE nodes (
  node_id uuid PRIMARY KEY,
  program text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  runtime text NOT NULL,
  -- How far the machine's clock is ahead of the database's.
  clock_ahead_ms bigint NOT NULL,
  disk_free_bytes bigint NOT NULL,
  memory_bytes bigint NOT NULL,
  started_at timestamp (3) with time zone NOT NULL,
  seen_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT nodes_program CHECK (program IN ('server', 'worker'))
);

-- One row for each snapshot that was written or verified. A verification of another installation's backup has none.
CREATE TABLE backups (
  snapshot_at timestamp (3) with time zone PRIMARY KEY,
  place text NOT NULL,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  -- Files that were missing or damaged in the installation when the backup was made.
  unreadable integer NOT NULL,
  finished_at timestamp (3) with time zone NOT NULL,
  verified_at timestamp (3) with time zone,
  faults integer,
  CONSTRAINT backups_verified CHECK ((verified_at IS NULL) = (faults IS NULL))
);
