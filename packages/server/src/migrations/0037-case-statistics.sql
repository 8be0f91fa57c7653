-- The statistics. What they ask of a case stands in one row a case, and what they count by day in sums by day; both are
-- kept by the transaction that changes the case. docs/statistics.md says what each word means.

CREATE TABLE case_statistics (
  case_id bigint PRIMARY KEY REFERENCES cases(case_id) ON DELETE CASCADE,
  hospital_id bigint NOT NULL,
  tech_center_id bigint,
  technician_id bigint,
  technician_group_id bigint,
  uploader_group_id bigint NOT NULL,
  priority text NOT NULL,
  status text NOT NULL,
  closed boolean NOT NULL,
  requested_at timestamp (3) with time zone,
  assigned_at timestamp (3) with time zone,
  started_at timestamp (3) with time zone,
  reviewed_at timestamp (3) with time zone,
  edited_at timestamp (3) with time zone,
  completed_at timestamp (3) with time zone,
  due_at timestamp (3) with time zone,
  waiting_since timestamp (3) with time zone,
  turnaround_minutes integer,
  in_time boolean,
  request_minutes integer,
  assigned_minutes integer,
  start_minutes integer,
  review_minutes integer,
  edit_minutes integer,
  returned boolean NOT NULL,
  corrected boolean NOT NULL,
  wear_minutes integer,
  analysable_minutes integer,
  analysed boolean NOT NULL,
  af_found boolean NOT NULL,
  critical boolean NOT NULL,
  -- The team to whose share the case belongs.
  team_id bigint
);

-- The full count: what the history, the case and its recording say. A case that goes back to the pool begins anew.
CREATE VIEW case_statistics_counted WITH (security_invoker = true) AS
SELECT c.case_id, c.hospital_id, c.tech_center_id, c.technician_id, c.technician_group_id, c.uploader_group_id,
  c.priority, c.status, c.closed_at IS NOT NULL AS closed,
  c.requested_date AS requested_at, h.assigned_at, h.started_at, h.reviewed_at, h.edited_at,
  c.confirmed_date AS completed_at, c.report_due_date AS due_at,
  CASE WHEN c.closed_at IS NOT NULL THEN NULL WHEN c.status = 'edit' THEN c.edit_started_at
    WHEN c.status IN ('request', 'assigned', 'start', 'review') THEN c.requested_date END AS waiting_since,
  floor(extract(epoch FROM c.confirmed_date - c.requested_date) / 60)::integer AS turnaround_minutes,
  CASE WHEN c.confirmed_date IS NOT NULL THEN coalesce(c.confirmed_date <= c.report_due_date, true) END AS in_time,
  h.request_minutes, h.assigned_minutes, h.start_minutes, h.review_minutes, h.edit_minutes,
  coalesce(h.returned, false) AS returned, coalesce(h.corrected, false) AS corrected,
  floor(c.recording_seconds / 60)::integer AS wear_minutes,
  floor(c.recording_seconds * r.analysable_share / 60)::integer AS analysable_minutes,
  c.af_share IS NOT NULL AS analysed, coalesce(c.af_share > 0, false) AS af_found,
  c.severity = 'critical' AND (c.status = 'complete' OR (c.status = 'edit' AND c.edit_saved_at IS NULL)) AS critical,
  c.team_id
FROM cases c
LEFT JOIN recordings r ON r.case_id = c.case_id
CROSS JOIN LATERAL (
  SELECT
    min(w.created_at) FILTER (WHERE w.from_status = 'request' AND w.status = 'assigned' AND w.version > w.pooled) AS assigned_at,
    min(w.created_at) FILTER (WHERE w.from_status = 'assigned' AND w.status = 'start' AND w.version > w.pooled) AS started_at,
    min(w.created_at) FILTER (WHERE w.from_status = 'start' AND w.status = 'review' AND w.version > w.pooled) AS reviewed_at,
    min(w.created_at) FILTER (WHERE w.action = 'request-editing') AS edited_at,
    floor(sum(w.seconds) FILTER (WHERE w.status = 'request' AND w.version >= w.asked) / 60)::integer AS request_minutes,
    floor(sum(w.seconds) FILTER (WHERE w.status = 'assigned' AND w.version >= w.asked) / 60)::integer AS assigned_minutes,
    floor(sum(w.seconds) FILTER (WHERE w.status = 'start' AND w.version >= w.asked) / 60)::integer AS start_minutes,
    floor(sum(w.seconds) FILTER (WHERE w.status = 'review' AND w.version >= w.asked) / 60)::integer AS review_minutes,
    floor(sum(w.seconds) FILTER (WHERE w.status = 'edit') / 60)::integer AS edit_minutes,
    bool_or(w.action = 'return' AND w.from_status = 'review' AND w.version >= w.asked) AS returned,
    bool_or(w.action = 'complete-editing') AS corrected
  FROM (
    SELECT h.action, h.from_status, h.status, h.version, h.created_at,
      extract(epoch FROM lead(h.created_at) OVER (ORDER BY h.version) - h.created_at) AS seconds,
      max(h.version) FILTER (WHERE h.status = 'request' AND h.from_status IS DISTINCT FROM 'request') OVER () AS pooled,
      max(h.version) FILTER (WHERE h.action = 'request') OVER () AS asked
    FROM case_history h WHERE h.case_id = c.case_id
  ) w
) h;

INSERT INTO case_statistics SELECT * FROM case_statistics_counted;

CREATE INDEX case_statistics_requested ON case_statistics (requested_at)
  INCLUDE (hospital_id, tech_center_id, technician_id, technician_group_id, uploader_group_id, priority);
CREATE INDEX case_statistics_assigned ON case_statistics (assigned_at);
CREATE INDEX case_statistics_started ON case_statistics (started_at);
CREATE INDEX case_statistics_reviewed ON case_statistics (reviewed_at);
CREATE INDEX case_statistics_edited ON case_statistics (edited_at) WHERE edited_at IS NOT NULL;
CREATE INDEX case_statistics_completed ON case_statistics (completed_at)
  INCLUDE (hospital_id, tech_center_id, technician_id, technician_group_id, uploader_group_id, priority,
    turnaround_minutes, in_time, returned, corrected, request_minutes, assigned_minutes, start_minutes,
    review_minutes, edit_minutes, wear_minutes, analysable_minutes, analysed, af_found, critical);
CREATE INDEX case_statistics_center ON case_statistics (tech_center_id, completed_at)
  INCLUDE (hospital_id, technician_id, technician_group_id, uploader_group_id, priority,
    turnaround_minutes, in_time, returned, corrected, request_minutes, assigned_minutes, start_minutes,
    review_minutes, edit_minutes);
CREATE INDEX case_statistics_hospital ON case_statistics (hospital_id, completed_at);
CREATE INDEX case_statistics_technician ON case_statistics (technician_id, completed_at);
CREATE INDEX case_statistics_team ON case_statistics (technician_group_id, completed_at);
CREATE INDEX case_statistics_of_team ON case_statistics (team_id, completed_at) WHERE team_id IS NOT NULL;
CREATE INDEX case_statistics_uploader ON case_statistics (uploader_group_id, completed_at);
CREATE INDEX case_statistics_open ON case_statistics (waiting_since)
  INCLUDE (status, due_at, hospital_id, tech_center_id, technician_id, technician_group_id, uploader_group_id, priority)
  WHERE waiting_since IS NOT NULL;

-- Rows are made anew from the full count of the cases that a statement touched; nothing is added up step by step.
DO $do$
DECLARE names text := (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
  WHERE a.attrelid = 'case_statistics'::regclass AND a.attnum > 0);
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION count_cases_anew(changed bigint[]) RETURNS void LANGUAGE sql AS $body$
      INSERT INTO case_statistics AS s SELECT * FROM case_statistics_counted WHERE case_id = ANY (changed)
      ON CONFLICT (case_id) DO UPDATE SET (%1$s) = ROW (%2$s)
      WHERE ROW (s.*) IS DISTINCT FROM ROW (excluded.*)
    $body$$sql$, names, regexp_replace(names, '(\w+)', 'excluded.\1', 'g'));
END
$do$;
CREATE FUNCTION keep_case_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_TABLE_NAME = 'cases' AND TG_OP = 'UPDATE' THEN
    changed := array(SELECT n.case_id FROM new_rows n JOIN old_rows o ON o.case_id = n.case_id
      WHERE (n.hospital_id, n.tech_center_id, n.technician_id, n.technician_group_id, n.team_id, n.uploader_group_id, n.priority,
          n.status, n.closed_at, n.requested_date, n.confirmed_date, n.report_due_date, n.recording_seconds, n.af_share,
          n.severity, n.edit_saved_at, n.edit_started_at)
        IS DISTINCT FROM (o.hospital_id, o.tech_center_id, o.technician_id, o.technician_group_id, o.team_id, o.uploader_group_id,
          o.priority, o.status, o.closed_at, o.requested_date, o.confirmed_date, o.report_due_date,
          o.recording_seconds, o.af_share, o.severity, o.edit_saved_at, o.edit_started_at));
  ELSE
    changed := array(SELECT DISTINCT n.case_id FROM new_rows n);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM count_cases_anew(changed);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER cases_counted_new AFTER INSERT ON cases
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_case_statistics();
CREATE TRIGGER cases_counted_changed AFTER UPDATE ON cases
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_case_statistics();
CREATE TRIGGER case_history_counted AFTER INSERT ON case_history
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_case_statistics();
CREATE TRIGGER recordings_counted_new AFTER INSERT ON recordings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_case_statistics();
CREATE TRIGGER recordings_counted_changed AFTER UPDATE ON recordings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_case_statistics();

-- Sums by day, as each time zone in use dates them, at three grains: by center, by hospital, by person. A change adds a
-- row of differences, so that no two transactions ever wait for one sum; a job folds them together.
CREATE TABLE statistics_zones (
  time_zone text PRIMARY KEY,
  counted_at timestamp (3) with time zone NOT NULL,
  folded_at timestamp (3) with time zone
);
CREATE TABLE statistics_days (
  time_zone text NOT NULL,
  grain text NOT NULL,
  day date NOT NULL,
  tech_center_id bigint,
  hospital_id bigint,
  technician_group_id bigint,
  technician_id bigint,
  priority text NOT NULL,
  requested integer NOT NULL,
  assigned integer NOT NULL,
  started integer NOT NULL,
  reviewed integer NOT NULL,
  edited integer NOT NULL,
  completed integer NOT NULL,
  team_id bigint,
  CONSTRAINT statistics_days_grain CHECK (grain IN ('center', 'hospital', 'person'))
);
CREATE INDEX statistics_days_day ON statistics_days (time_zone, grain, day)
  INCLUDE (tech_center_id, hospital_id, technician_group_id, technician_id, team_id, priority,
    requested, assigned, started, reviewed, edited, completed);
CREATE INDEX statistics_days_hospital ON statistics_days (hospital_id, time_zone, day) WHERE grain = 'hospital';
CREATE INDEX statistics_days_person ON statistics_days (technician_id, time_zone, day) WHERE grain = 'person';

-- One statement for what comes (+1), what goes (-1), and all cases for a zone that is new.
DO $do$
DECLARE
  sums text := $sql$
    INSERT INTO statistics_days SELECT z.time_zone, g.grain, (s.at AT TIME ZONE z.time_zone)::date, d.tech_center_id,
      CASE g.grain WHEN 'hospital' THEN d.hospital_id END,
      CASE g.grain WHEN 'person' THEN d.technician_group_id END,
      CASE g.grain WHEN 'person' THEN d.technician_id END, d.priority,
      coalesce(sum(d.sign) FILTER (WHERE s.step = 1), 0), coalesce(sum(d.sign) FILTER (WHERE s.step = 2), 0),
      coalesce(sum(d.sign) FILTER (WHERE s.step = 3), 0), coalesce(sum(d.sign) FILTER (WHERE s.step = 4), 0),
      coalesce(sum(d.sign) FILTER (WHERE s.step = 5), 0), coalesce(sum(d.sign) FILTER (WHERE s.step = 6), 0),
      CASE g.grain WHEN 'person' THEN d.team_id END
    FROM (%1$s) d
    CROSS JOIN LATERAL (VALUES (1, d.requested_at), (2, d.assigned_at), (3, d.started_at), (4, d.reviewed_at),
      (5, d.edited_at), (6, d.completed_at)) s (step, at)
    CROSS JOIN (VALUES ('center'), ('hospital'), ('person')) g (grain)
    CROSS JOIN %2$s z
    WHERE s.at IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 15
    HAVING %3$s$sql$;
  come text := 'SELECT *, 1 AS sign FROM new_rows';
  gone text := 'SELECT *, -1 AS sign FROM old_rows';
  differs text := (SELECT string_agg(format('coalesce(sum(d.sign) FILTER (WHERE s.step = %s), 0) <> 0', step), ' OR ')
    FROM generate_series(1, 6) step);
  shape text := $sql$
    CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
    BEGIN
      %2$s;
      RETURN NULL;
    END
    $body$$sql$;
BEGIN
  EXECUTE format(shape, 'add_statistics_days', format(sums, come, 'statistics_zones', 'true'));
  EXECUTE format(shape, 'take_statistics_days', format(sums, gone, 'statistics_zones', 'true'));
  EXECUTE format(shape, 'move_statistics_days',
    format(sums, come || ' UNION ALL ' || gone, 'statistics_zones', differs));
  -- Who changes a case while a zone is counted waits, and then adds to it.
  EXECUTE format(shape, 'count_statistics_zone', 'LOCK TABLE case_statistics IN SHARE ROW EXCLUSIVE MODE; '
    || format(sums, 'SELECT *, 1 AS sign FROM case_statistics', 'new_rows', 'true'));
END
$do$;
CREATE TRIGGER case_statistics_come AFTER INSERT ON case_statistics
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_statistics_days();
CREATE TRIGGER case_statistics_move AFTER UPDATE ON case_statistics
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION move_statistics_days();
CREATE TRIGGER case_statistics_go AFTER DELETE ON case_statistics
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION take_statistics_days();
CREATE TRIGGER statistics_zones_new AFTER INSERT ON statistics_zones
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_statistics_zone();

-- Folding takes rows away and puts their sums in their place; rows that come meanwhile stay as they are.
CREATE FUNCTION fold_statistics_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  WITH taken AS (
    DELETE FROM statistics_days d WHERE d.time_zone = NEW.time_zone AND d.day IN (
      SELECT s.day FROM statistics_days s WHERE s.time_zone = NEW.time_zone
      GROUP BY s.day, s.grain, s.tech_center_id, s.hospital_id, s.technician_group_id, s.technician_id, s.team_id, s.priority
      HAVING count(*) > 1)
    RETURNING *)
  INSERT INTO statistics_days SELECT t.time_zone, t.grain, t.day, t.tech_center_id, t.hospital_id,
      t.technician_group_id, t.technician_id, t.priority, sum(t.requested), sum(t.assigned), sum(t.started),
      sum(t.reviewed), sum(t.edited), sum(t.completed), t.team_id
    FROM taken t GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, t.team_id
    HAVING (sum(t.requested), sum(t.assigned), sum(t.started), sum(t.reviewed), sum(t.edited), sum(t.completed))
      <> (0, 0, 0, 0, 0, 0);
  RETURN NEW;
END
$$;
CREATE TRIGGER statistics_zones_fold BEFORE UPDATE OF folded_at ON statistics_zones
  FOR EACH ROW EXECUTE FUNCTION fold_statistics_days();

-- Only the database writes them.
CREATE TRIGGER case_statistics_kept BEFORE INSERT OR UPDATE OR DELETE ON case_statistics
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER case_statistics_not_emptied BEFORE TRUNCATE ON case_statistics
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER statistics_days_kept BEFORE INSERT OR UPDATE OR DELETE ON statistics_days
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER statistics_days_not_emptied BEFORE TRUNCATE ON statistics_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();

-- A row is seen with its case, judged by the same columns as there. The sums hold no case.
ALTER TABLE case_statistics ENABLE ROW LEVEL SECURITY;
CREATE POLICY case_statistics_seen ON case_statistics FOR SELECT USING (
  (SELECT scope_all('cases'))
  OR tech_center_id = ANY ((SELECT scope_ids('case_tech_center_id'))::bigint[])
  OR hospital_id = ANY ((SELECT scope_ids('case_hospital_id'))::bigint[])
  OR technician_group_id = ANY ((SELECT scope_ids('case_technician_group_id'))::bigint[])
  OR uploader_group_id = ANY ((SELECT scope_ids('case_uploader_group_id'))::bigint[])
  OR (tech_center_id IS NULL AND hospital_id = ANY ((SELECT scope_hospitals('case_tech_center_id'))::bigint[])));
