-- Spreadsheets that a job makes for their owner, kept for a day.
CREATE TABLE exports (
  export_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  language text NOT NULL,
  time_zone text NOT NULL,
  request_id text NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  filename text NOT NULL,
  rows_done integer DEFAULT 0 NOT NULL,
  rows_total integer NOT NULL,
  sha256 text,
  size_bytes bigint,
  -- Why it failed: the code of a refusal.
  code text,
  created_at timestamp (3) with time zone NOT NULL,
  ended_at timestamp (3) with time zone,
  expires_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT exports_language CHECK (exports.language in ('en', 'ja', 'ko', 'zh')),
  CONSTRAINT exports_state CHECK (exports.state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  CONSTRAINT exports_file CHECK ((exports.state = 'done') = (exports.sha256 is not null)),
  CONSTRAINT exports_ended CHECK ((exports.state in ('waiting', 'working')) = (exports.ended_at is null))
);
ALTER TABLE exports ADD CONSTRAINT exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
CREATE INDEX exports_user ON exports (user_id, export_id DESC);
CREATE INDEX exports_expiry ON exports (expires_at);
CREATE INDEX exports_sha256 ON exports (sha256) WHERE sha256 IS NOT NULL;
