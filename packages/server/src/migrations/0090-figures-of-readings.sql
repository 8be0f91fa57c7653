-- Lists show the figures of a case's reading, which are those of its report. Queues each case with a reading once; the
-- job stores them (features/critical/find-critical.ts).
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
