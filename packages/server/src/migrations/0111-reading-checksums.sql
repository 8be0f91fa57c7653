-- Stores the checksum of each case's current reading. The page of the case compares it with that of the newest report.
CREATE TABLE reading_checksums (
  case_id bigint PRIMARY KEY,
  analysis_version integer NOT NULL,
  sequence integer NOT NULL,
  checksum text NOT NULL,
  CONSTRAINT reading_checksums_checksum CHECK (reading_checksums.checksum ~ '^[0-9a-f]{16}$')
);
ALTER TABLE reading_checksums ADD CONSTRAINT reading_checksums_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE reading_checksums ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen_with_case ON reading_checksums USING ((SELECT scope_all('cases'))
  OR (SELECT true FROM cases c WHERE c.case_id = reading_checksums.case_id));

-- Queues each case with edits once; the job stores the checksum (features/critical/find-critical.ts).
DO $$
BEGIN
  -- A new installation has no cases, and may not have the schema of jobs yet.
  IF to_regclass('graphile_worker.jobs') IS NULL THEN
    RETURN;
  END IF;
  PERFORM graphile_worker.add_job('find-critical', json_build_object('case_id', h.case_id),
      max_attempts => 8, job_key => 'find-critical:' || h.case_id, priority => 10)
    FROM reading_heads h WHERE h.sequence > 0;
END
$$;
