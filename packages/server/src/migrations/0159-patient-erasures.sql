-- Erasure of a patient on request. A row of patient_erasures is the request with its reason and its protocol. A row of
-- case_erasures erases one case: its trigger removes and blanks what belongs to the patient, in the same transaction.
-- Nothing else in the database can change these append-only rows, and the erasure itself can never be removed.
ALTER TABLE cases ADD COLUMN erased_at timestamp (3) with time zone;
CREATE OR REPLACE VIEW every_case AS SELECT * FROM cases WHERE scope_all('cases');

CREATE TABLE patient_erasures (
  erasure_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  hospital_id bigint NOT NULL REFERENCES user_groups (id),
  -- Replaces the patient ID in the cases.
  pseudonym text NOT NULL,
  case_ids bigint[] NOT NULL,
  reason text NOT NULL,
  -- What the preview counted, which the user confirmed.
  counts jsonb NOT NULL,
  requested_by bigint NOT NULL REFERENCES users (id),
  requested_at timestamp (3) with time zone NOT NULL,
  -- When every case was erased and the stored files were removed.
  finished_at timestamp (3) with time zone,
  files_removed integer,
  CONSTRAINT patient_erasures_cases CHECK (cardinality(case_ids) > 0),
  CONSTRAINT patient_erasures_finished CHECK ((finished_at IS NULL) = (files_removed IS NULL))
);
CREATE UNIQUE INDEX patient_erasures_pseudonym ON patient_erasures (pseudonym);
CREATE INDEX patient_erasures_open ON patient_erasures (erasure_id) WHERE finished_at IS NULL;

CREATE TABLE case_erasures (
  case_id bigint PRIMARY KEY REFERENCES cases (case_id),
  erasure_id bigint NOT NULL REFERENCES patient_erasures (erasure_id),
  -- Released reports and their signatures stay until then; null if none stays.
  report_until date,
  -- What was removed, by kind.
  counts jsonb NOT NULL,
  -- The stored files that belonged to the case.
  files text[] NOT NULL,
  erased_at timestamp (3) with time zone NOT NULL
);
CREATE INDEX case_erasures_erasure ON case_erasures (erasure_id);

-- An erasure is running: a trigger of the owner, not a statement of the application, changes the row.
CREATE FUNCTION is_erasing(changed regclass) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN pg_trigger_depth() > 1 AND coalesce(current_setting('rhythmdesk.erasing', true), '') <> ''
    AND current_user = (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = changed)
    AND changed::text IN ('agreement_withdrawals', 'agreements', 'analyses', 'case_comments', 'case_files', 'critical_events',
      'critical_findings', 'left_out_statements', 'open_point_statements', 'pin_answers', 'reading_edits',
      'report_versions', 'second_reading_edits', 'second_readings', 'shown_readings');
END
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'ROW' AND is_erasing(TG_RELID) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE FUNCTION refuse_other_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given text;
  may_change text[] := ARRAY[]::text[];
  before jsonb;
BEGIN
  IF is_erasing(TG_RELID) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    before := to_jsonb(OLD);
    FOREACH given IN ARRAY TG_ARGV LOOP
      IF given LIKE 'again:%' THEN
        may_change := may_change || substr(given, 7);
      ELSIF before -> given = 'null'::jsonb OR before -> given = to_jsonb(NEW) -> given THEN
        may_change := may_change || given;
      END IF;
    END LOOP;
    IF before - may_change = to_jsonb(NEW) - may_change THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of % stay as they were written', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION erase_readings(erased bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reading_checksums WHERE case_id = erased;
  DELETE FROM reading_edit_locks WHERE case_id = erased;
  DELETE FROM reading_coverage WHERE case_id = erased;
  DELETE FROM shown_readings WHERE case_id = erased;
  DELETE FROM reading_edits WHERE case_id = erased;
  DELETE FROM reading_heads WHERE case_id = erased;
  DELETE FROM second_reading_edit_locks l USING second_readings s WHERE s.second_id = l.second_id AND s.case_id = erased;
  DELETE FROM second_reading_edits e USING second_readings s WHERE s.second_id = e.second_id AND s.case_id = erased;
  DELETE FROM second_reading_heads h USING second_readings s WHERE s.second_id = h.second_id AND s.case_id = erased;
  DELETE FROM second_readings WHERE case_id = erased AND finished_at IS NULL;
  DELETE FROM analyses_waiting WHERE case_id = erased;
  DELETE FROM analyses WHERE case_id = erased;
END
$$;

CREATE FUNCTION erase_talk(erased bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pin_answers WHERE case_id = erased;
  DELETE FROM case_comments WHERE case_id = erased;
  DELETE FROM notifications WHERE patch_id = erased;
  DELETE FROM user_drafts WHERE name IN ('comment/' || erased, 'return/' || erased);
  UPDATE partner_messages SET payload = NULL, reply = NULL, fault_detail = '', finding_id = NULL,
    state = CASE WHEN state IN ('waiting', 'sent') THEN 'dead' ELSE state END, settled_at = coalesce(settled_at, now())
    WHERE case_id = erased;
  DELETE FROM partner_orders WHERE case_id = erased;
  DELETE FROM fhir_orders WHERE case_id = erased;
  DELETE FROM critical_events WHERE case_id = erased;
  DELETE FROM critical_findings WHERE case_id = erased;
  DELETE FROM consent_links WHERE case_id = erased;
  UPDATE agreements SET signed_name = NULL, signature = NULL WHERE case_id = erased;
  UPDATE agreement_withdrawals w SET reason = '' FROM agreements a
    WHERE a.agreement_id = w.agreement_id AND a.case_id = erased;
END
$$;

-- Files that stay: those of released reports and of their signatures.
CREATE FUNCTION erase_files(erased bigint, keeps_report boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_files f SET filename = f.kind, purged_at = coalesce(f.purged_at, now())
    WHERE f.case_id = erased AND NOT (keeps_report AND (
      EXISTS (SELECT 1 FROM report_versions v WHERE v.file_id = f.file_id AND v.released_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM report_signatures s JOIN report_versions v USING (case_id, report_version)
        WHERE s.file_id = f.file_id AND v.released_at IS NOT NULL)));
  UPDATE report_versions SET document = '{}' WHERE case_id = erased AND document IS NOT NULL
    AND NOT (keeps_report AND released_at IS NOT NULL);
  IF NOT keeps_report THEN
    DELETE FROM left_out_statements WHERE case_id = erased;
    DELETE FROM open_point_statements WHERE case_id = erased;
  END IF;
  UPDATE recordings SET events = '[]', gaps = '[]', hours = '[]', sparkline = decode(repeat('ff', 324), 'hex'),
    purged_at = coalesce(purged_at, now()) WHERE case_id = erased;
  UPDATE uploads SET metadata = '{}', filename = '' WHERE case_id = erased;
END
$$;

CREATE FUNCTION erase_case() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('rhythmdesk.erasing', NEW.case_id::text, true);
  PERFORM erase_readings(NEW.case_id);
  PERFORM erase_talk(NEW.case_id);
  PERFORM erase_files(NEW.case_id, NEW.report_until IS NOT NULL);
  UPDATE cases SET patient_id = (SELECT e.pseudonym FROM patient_erasures e WHERE e.erasure_id = NEW.erasure_id),
    patient_first_name = NULL, patient_last_name = NULL, birth_date = NULL, gender = NULL, phone_number = NULL,
    comment = '', technician_comment = '', conclusion_figures = '[]', close_reason = CASE WHEN closed_at IS NULL THEN NULL ELSE '' END,
    af_share = NULL, ve_count = NULL, pause_count = NULL, critical_due_at = NULL, job_count = 0, erased_at = NEW.erased_at
    WHERE case_id = NEW.case_id;
  PERFORM set_config('rhythmdesk.erasing', '', true);
  RETURN NULL;
END
$$;
CREATE TRIGGER case_erasures_erase AFTER INSERT ON case_erasures FOR EACH ROW EXECUTE FUNCTION erase_case();
REVOKE EXECUTE ON FUNCTION erase_readings(bigint), erase_talk(bigint), erase_files(bigint, boolean) FROM public;

CREATE TRIGGER case_erasures_kept BEFORE UPDATE OR DELETE ON case_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_erasures_not_emptied BEFORE TRUNCATE ON case_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER patient_erasures_kept BEFORE UPDATE OR DELETE ON patient_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('finished_at', 'files_removed');
CREATE TRIGGER patient_erasures_not_emptied BEFORE TRUNCATE ON patient_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A released report ends with its retention: the row of its end removes the rest.
CREATE TABLE report_erasures (
  case_id bigint PRIMARY KEY REFERENCES case_erasures (case_id),
  erased_at timestamp (3) with time zone NOT NULL
);
CREATE FUNCTION erase_report() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('rhythmdesk.erasing', NEW.case_id::text, true);
  PERFORM erase_files(NEW.case_id, false);
  PERFORM set_config('rhythmdesk.erasing', '', true);
  RETURN NULL;
END
$$;
CREATE TRIGGER report_erasures_erase AFTER INSERT ON report_erasures FOR EACH ROW EXECUTE FUNCTION erase_report();
CREATE TRIGGER report_erasures_kept BEFORE UPDATE OR DELETE ON report_erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_erasures_not_emptied BEFORE TRUNCATE ON report_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An erased case takes no further step.
CREATE FUNCTION refuse_step_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the patient of this case was erased' USING ERRCODE = 'RD002';
END
$$;
CREATE TRIGGER cases_of_the_erased BEFORE UPDATE OF version ON cases FOR EACH ROW
  WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_step_of_erased();

-- Work that began before the erasure stores nothing for an erased case.
CREATE FUNCTION refuse_erased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM case_erasures e WHERE e.case_id = NEW.case_id) THEN
    RAISE EXCEPTION 'the patient of this case was erased' USING ERRCODE = 'RD002';
  END IF;
  RETURN NEW;
END
$$;
DO $$
DECLARE held text;
BEGIN
  FOREACH held IN ARRAY ARRAY['agreements', 'analyses', 'case_comments', 'case_files', 'consent_links', 'critical_findings',
    'reading_edits', 'recordings', 'report_versions', 'second_readings'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_erased()',
      held || '_of_the_erased', held);
  END LOOP;
  FOREACH held IN ARRAY ARRAY['patient_erasures', 'case_erasures', 'report_erasures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', held);
    EXECUTE format('CREATE POLICY %I ON %I USING ((SELECT scope_all(''cases'')))', held || '_kept', held);
  END LOOP;
END
$$;
