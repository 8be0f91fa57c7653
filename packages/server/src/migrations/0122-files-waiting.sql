-- Files that a disk received and the bucket does not have yet (platform/files/waiting-rows.ts). A disk that several
-- servers mount is one node.
CREATE TABLE files_waiting (
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  node uuid NOT NULL,
  -- The name of the machine that announced the file.
  node_name text NOT NULL,
  bytes bigint NOT NULL,
  since timestamp (3) with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  -- The word of the last fault of the bucket; empty if there was none.
  last_fault text DEFAULT '' NOT NULL,
  PRIMARY KEY (sha256, node)
);
CREATE INDEX files_waiting_node ON files_waiting (node, since);
