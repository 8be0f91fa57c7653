-- The statistics count a case for the team to whose share it belongs.
ALTER TABLE case_statistics ADD COLUMN team_id bigint;
ALTER TABLE statistics_days ADD COLUMN team_id bigint;

ALTER VIEW case_statistics_counted RENAME TO case_steps_counted;
CREATE VIEW case_statistics_counted WITH (security_invoker = true) AS
  SELECT s.*, c.team_id FROM case_steps_counted s JOIN cases c ON c.case_id = s.case_id;

DO $do$
DECLARE names text := (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
  WHERE a.attrelid = 'case_statistics'::regclass AND a.attnum > 0);
BEGIN
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION count_cases_anew(changed bigint[]) RETURNS void LANGUAGE sql AS $body$
      INSERT INTO case_statistics AS s SELECT * FROM case_statistics_counted WHERE case_id = ANY (changed)
      ON CONFLICT (case_id) DO UPDATE SET (%1$s) = ROW (%2$s)
      WHERE ROW (s.*) IS DISTINCT FROM ROW (excluded.*)
    $body$$sql$, names, regexp_replace(names, '(\w+)', 'excluded.\1', 'g'));
END
$do$;

CREATE OR REPLACE FUNCTION keep_case_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
    CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
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

-- Folding takes rows away and puts their sums in their place; rows that come meanwhile stay as they are.
CREATE OR REPLACE FUNCTION fold_statistics_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- The sums are begun anew by the job that keeps them; until then the single cases are counted.
ALTER TABLE case_statistics DISABLE TRIGGER USER;
ALTER TABLE statistics_days DISABLE TRIGGER USER;
UPDATE case_statistics s SET team_id = c.team_id FROM cases c WHERE c.case_id = s.case_id AND c.team_id IS NOT NULL;
TRUNCATE statistics_days;
DELETE FROM statistics_zones;
ALTER TABLE case_statistics ENABLE TRIGGER USER;
ALTER TABLE statistics_days ENABLE TRIGGER USER;
DROP INDEX statistics_days_day;
CREATE INDEX statistics_days_day ON statistics_days (time_zone, grain, day)
  INCLUDE (tech_center_id, hospital_id, technician_group_id, technician_id, team_id, priority,
    requested, assigned, started, reviewed, edited, completed);
CREATE INDEX case_statistics_of_team ON case_statistics (team_id, completed_at) WHERE team_id IS NOT NULL;
