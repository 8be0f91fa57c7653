-- A hospital's new name reached every one of its cases in the renaming's own transaction: minutes of locks for a large
-- one. It is now carried by a job in batches (records/cases/save-case.ts), queued with the renaming. What a list shows is
-- the group's own name; only sorting and searching by it lag until the job is done.
CREATE OR REPLACE FUNCTION carry_group_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('carry-hospital-name', json_build_object('hospital_id', NEW.id),
    max_attempts => 5, job_key => 'carry-hospital-name:' || NEW.id);
  RETURN NULL;
END
$$;
DROP TRIGGER user_groups_name ON user_groups;
CREATE TRIGGER user_groups_name AFTER UPDATE OF name ON user_groups
  FOR EACH ROW WHEN (NEW.type = 'hospital' AND OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION carry_group_name();

-- How many gaps a recording has, so that a case's page need not read the list to count them.
ALTER TABLE recordings ADD COLUMN gap_count integer
  GENERATED ALWAYS AS (jsonb_array_length(gaps)) STORED NOT NULL;
