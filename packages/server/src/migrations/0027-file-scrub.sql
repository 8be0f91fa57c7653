-- How far the nightly reading of every stored file has come (platform/files/scrub-store.ts).
CREATE TABLE file_scrub (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- The last name that was read, in the order of the names; empty before the first.
  after_name text DEFAULT '' NOT NULL,
  files bigint DEFAULT 0 NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  faults bigint DEFAULT 0 NOT NULL,
  -- When every file had been read for the last time.
  ended_at timestamp (3) with time zone
);
INSERT INTO file_scrub DEFAULT VALUES;
