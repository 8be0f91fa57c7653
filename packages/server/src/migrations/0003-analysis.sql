-- What the automatic analysis found in a recording: one row a version, never changed afterwards. The beats lie in the
-- file store under `beats_sha256`. A case that waits for its analysis has a row in `analyses_waiting`, and exactly
-- then carries one unit of `cases.job_count` for it; both change in the same transactions.
CREATE TABLE analyses (
  analysis_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  case_id bigint NOT NULL REFERENCES cases(case_id),
  analysis_version integer NOT NULL,
  state text NOT NULL,
  code text,
  engine_version text NOT NULL,
  criteria jsonb NOT NULL,
  beats_sha256 text,
  summary jsonb,
  created_by bigint REFERENCES users(id),
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT analyses_state CHECK (state IN ('done', 'failed')),
  CONSTRAINT analyses_outcome CHECK (
    (state = 'done') = (beats_sha256 IS NOT NULL AND summary IS NOT NULL) AND (state = 'failed') = (code IS NOT NULL)),
  CONSTRAINT analyses_beats CHECK (beats_sha256 ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX analyses_case_version ON analyses (case_id, analysis_version);
CREATE INDEX analyses_beats_sha256 ON analyses (beats_sha256) WHERE beats_sha256 IS NOT NULL;

CREATE TABLE analyses_waiting (
  case_id bigint PRIMARY KEY REFERENCES cases(case_id),
  requested_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TRIGGER analyses_kept BEFORE UPDATE OR DELETE ON analyses
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER analyses_not_emptied BEFORE TRUNCATE ON analyses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
