-- The second wall: rows of cases, of what hangs on them and of uploads are seen and changed only within the scope that
-- the transaction states (platform/db/row-scope.ts), whatever a statement asks. Nothing stated is nothing seen.
-- docs/decisions says why it is built so, and what it costs.

-- A scope is a handful of settings `rhythmdesk.<name>`: 'on', or ids as '{1,2}'.
CREATE FUNCTION scope_all(name text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('rhythmdesk.everything', true) = 'on'
    OR current_setting('rhythmdesk.all_' || name, true) = 'on', false)
$$;
CREATE FUNCTION scope_ids(name text) RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rhythmdesk.' || name, true), '')::bigint[]
$$;
-- A case whose own center is not yet set, and an upload, belong to their hospital's.
CREATE FUNCTION scope_hospitals(name text) RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT array(SELECT id FROM user_groups WHERE tech_center_id = ANY (scope_ids(name)))
$$;

-- Each question of a scope is a sub-select, so that it is answered once a statement and not once a row.
ALTER TABLE cases ENABLE ROW LEVEL SECURITY;
CREATE POLICY cases_seen ON cases FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR tech_center_id = ANY ((SELECT scope_ids('case_tech_center_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
  OR technician_group_id = ANY ((SELECT scope_ids('case_technician_group_id'))::bigint[])
  OR uploader_group_id = ANY ((SELECT scope_ids('case_uploader_group_id'))::bigint[])
  OR (tech_center_id IS NULL AND hospital_id = ANY ((SELECT scope_hospitals('case_tech_center_id'))::bigint[])));
CREATE POLICY cases_changed ON cases FOR UPDATE USING (
  (SELECT scope_all('cases'))
  OR tech_center_id = ANY ((SELECT scope_ids('case_tech_center_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
  OR technician_group_id = ANY ((SELECT scope_ids('case_technician_group_id'))::bigint[])
  OR uploader_group_id = ANY ((SELECT scope_ids('case_uploader_group_id'))::bigint[])
  OR (tech_center_id IS NULL AND hospital_id = ANY ((SELECT scope_hospitals('case_tech_center_id'))::bigint[])));
CREATE POLICY cases_made ON cases FOR INSERT WITH CHECK (
  (SELECT scope_all('made'))
  OR hospital_id = ANY ((SELECT scope_ids('made_hospital_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_hospitals('made_tech_center_id'))::bigint[]));
CREATE POLICY cases_removed ON cases FOR DELETE USING ((SELECT scope_all('')));

-- What hangs on a case is seen with it. The function asks `cases` under its policy; its plan is kept by the session.
CREATE FUNCTION sees_case(id bigint) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.cases c WHERE c.case_id = id);
END
$$;
DO $$
DECLARE hanging text;
BEGIN
  FOREACH hanging IN ARRAY ARRAY['case_history', 'case_comments', 'case_files', 'report_versions', 'agreements',
    'recordings', 'analyses', 'analyses_waiting', 'invoice_adjustments'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hanging);
    EXECUTE format('CREATE POLICY seen_with_case ON %I USING ((SELECT scope_all(''cases'')) OR sees_case(case_id))',
      hanging);
  END LOOP;
END
$$;

-- Bytes come by their capability, not by a session: uploads are written by the installation and read by their scope.
ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
CREATE POLICY uploads_seen ON uploads FOR SELECT USING (
  (SELECT scope_all('uploads'))
  OR hospital_id = ANY ((SELECT scope_ids('upload_hospital_id'))::bigint[])
  OR user_group_id = ANY ((SELECT scope_ids('upload_user_group_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_hospitals('upload_tech_center_id'))::bigint[]));
CREATE POLICY uploads_kept ON uploads USING ((SELECT scope_all('')));

-- A notification is its reader's own; it is written by the installation.
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY notifications_own ON notifications
  USING ((SELECT scope_all('')) OR user_id = ANY ((SELECT scope_ids('user_id'))::bigint[]));

-- A policy keeps the planner from every index whose operators might tell of a row (parts of a text, of a document). Who
-- sees all rows is read through these views, which ask once and leave the indexes free.
CREATE VIEW every_case AS SELECT * FROM cases WHERE scope_all('cases');
CREATE VIEW every_recording AS SELECT * FROM recordings WHERE scope_all('');

-- A user's new name or group reaches every case of theirs, whoever changes it.
ALTER FUNCTION carry_user_name() SECURITY DEFINER SET search_path = public, pg_temp;
