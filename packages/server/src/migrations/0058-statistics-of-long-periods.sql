-- What came of completed cases, summed beside the steps, by day and by month; how long they took and when requests arrived,
-- counted in buckets by month. A year then reads some rows a month and the days around them. docs/statistics.md.
--
-- The sums that were kept so far are dropped: the job counts every zone anew, some thousand cases at a time, and no change
-- of a case waits longer than for one such slice. Until a zone is counted its days are counted from the cases.
DROP TABLE statistics_zones, statistics_days;
DROP FUNCTION count_statistics_zone(), fold_statistics_days();
ALTER FUNCTION add_statistics_days() RENAME TO add_statistics_sums;
ALTER FUNCTION take_statistics_days() RENAME TO take_statistics_sums;
ALTER FUNCTION move_statistics_days() RENAME TO move_statistics_sums;

-- The number of the bucket in which a duration lies; `domain/statistics/spreads.ts` has the same bounds and the laws.
DO $do$
DECLARE
  bounds integer[] := '{}';
  least integer := 0;
BEGIN
  WHILE least < 4194304 LOOP
    bounds := bounds || least;
    least := least + greatest(1, least / 32);
  END LOOP;
  EXECUTE format('CREATE FUNCTION spread_bucket(minutes integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN width_bucket(minutes::double precision, %L::double precision[])', bounds);
END
$do$;

CREATE TABLE statistics_zones (
  time_zone text PRIMARY KEY,
  -- Cases up to this one are in the sums, and what changes of them is added; the last of all once `counted_at` is set.
  counted_to bigint DEFAULT 0 NOT NULL,
  counted_at timestamp (3) with time zone,
  folded_at timestamp (3) with time zone
);
CREATE TABLE statistics_sums (
  time_zone text NOT NULL,
  grain text NOT NULL,
  unit text NOT NULL,
  -- The first of the unit.
  day date NOT NULL,
  tech_center_id bigint,
  hospital_id bigint,
  technician_group_id bigint,
  team_id bigint,
  technician_id bigint,
  priority text NOT NULL,
  requested integer NOT NULL,
  assigned integer NOT NULL,
  started integer NOT NULL,
  reviewed integer NOT NULL,
  edited integer NOT NULL,
  completed integer NOT NULL,
  -- Of those that were completed on the day.
  in_time integer NOT NULL,
  returned integer NOT NULL,
  corrected integer NOT NULL,
  recorded integer NOT NULL,
  wear_minutes bigint NOT NULL,
  analysable_minutes bigint NOT NULL,
  analysed integer NOT NULL,
  af_found integer NOT NULL,
  critical integer NOT NULL,
  CONSTRAINT statistics_sums_grain CHECK (grain IN ('center', 'hospital', 'person')),
  CONSTRAINT statistics_sums_unit CHECK (unit IN ('day', 'month'))
);
CREATE TABLE statistics_spreads (
  time_zone text NOT NULL,
  grain text NOT NULL,
  -- Its first day.
  month date NOT NULL,
  tech_center_id bigint,
  hospital_id bigint,
  technician_group_id bigint,
  team_id bigint,
  technician_id bigint,
  priority text NOT NULL,
  measure text NOT NULL,
  buckets smallint[] NOT NULL,
  -- As many as there are buckets.
  counts integer[] NOT NULL,
  CONSTRAINT statistics_spreads_grain CHECK (grain IN ('center', 'hospital', 'person')),
  CONSTRAINT statistics_spreads_measure
    CHECK (measure IN ('arrival', 'turnaround', 'wear', 'request', 'assigned', 'start', 'review', 'edit'))
);
CREATE INDEX statistics_sums_day ON statistics_sums (time_zone, grain, unit, day)
  INCLUDE (tech_center_id, hospital_id, technician_group_id, technician_id, team_id, priority,
    requested, assigned, started, reviewed, edited, completed, in_time, returned, corrected, recorded, wear_minutes,
    analysable_minutes, analysed, af_found, critical);
CREATE INDEX statistics_sums_hospital ON statistics_sums (hospital_id, time_zone, unit, day) WHERE grain = 'hospital';
CREATE INDEX statistics_sums_person ON statistics_sums (technician_id, time_zone, unit, day) WHERE grain = 'person';
CREATE INDEX statistics_spreads_month ON statistics_spreads (time_zone, grain, measure, month);
CREATE INDEX statistics_spreads_hospital ON statistics_spreads (hospital_id, time_zone, measure, month)
  WHERE grain = 'hospital';
CREATE INDEX statistics_spreads_person ON statistics_spreads (technician_id, time_zone, measure, month)
  WHERE grain = 'person';

-- One statement for what comes (+1), what goes (-1), and the cases of a slice for a zone that is being counted.
DO $do$
DECLARE
  keys text := 'c.tech_center_id, CASE g.grain WHEN ''hospital'' THEN c.hospital_id END,
      CASE g.grain WHEN ''person'' THEN c.technician_group_id END, CASE g.grain WHEN ''person'' THEN c.team_id END,
      CASE g.grain WHEN ''person'' THEN c.technician_id END, c.priority';
  done text := (SELECT string_agg(format('coalesce(sum(c.sign) FILTER (WHERE s.step = 6 AND c.%I), 0)', flag), ', '
      ORDER BY at) FROM unnest(ARRAY['in_time', 'returned', 'corrected', 'recorded']) WITH ORDINALITY f (flag, at));
  found text := (SELECT string_agg(format('coalesce(sum(c.sign) FILTER (WHERE s.step = 6 AND c.%I), 0)', flag), ', '
      ORDER BY at) FROM unnest(ARRAY['analysed', 'af_found', 'critical']) WITH ORDINALITY f (flag, at));
  steps text := (SELECT string_agg(format('coalesce(sum(c.sign) FILTER (WHERE s.step = %s), 0)', step), ', '
      ORDER BY step) FROM generate_series(1, 6) step);
  lengths text := 'coalesce(sum(c.sign * c.wear_minutes) FILTER (WHERE s.step = 6 AND c.recorded), 0),
      coalesce(sum(c.sign * c.analysable_minutes) FILTER (WHERE s.step = 6), 0)';
  sums text := $sql$
    WITH cut AS MATERIALIZED (
      SELECT d.*, z.time_zone, d.analysable_minutes IS NOT NULL AS recorded,
        d.requested_at AT TIME ZONE z.time_zone AS requested_on, d.assigned_at AT TIME ZONE z.time_zone AS assigned_on,
        d.started_at AT TIME ZONE z.time_zone AS started_on, d.reviewed_at AT TIME ZONE z.time_zone AS reviewed_on,
        d.edited_at AT TIME ZONE z.time_zone AS edited_on, d.completed_at AT TIME ZONE z.time_zone AS completed_on
      FROM (%1$s) d JOIN %2$s z ON d.case_id <= z.counted_to
    ), grains (grain) AS (VALUES ('center'), ('hospital'), ('person')), days AS (
      INSERT INTO statistics_sums SELECT * FROM (
        SELECT c.time_zone, g.grain, u.unit, date_trunc(u.unit, s.on_time)::date AS day, $sql$ || keys || ', ' || steps || ', ' || done || ', ' || lengths || ', ' || found || $sql$
        FROM cut c CROSS JOIN LATERAL (VALUES (1, c.requested_on), (2, c.assigned_on), (3, c.started_on),
          (4, c.reviewed_on), (5, c.edited_on), (6, c.completed_on)) s (step, on_time)
        CROSS JOIN grains g CROSS JOIN (VALUES ('day'), ('month')) u (unit)
        WHERE s.on_time IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) sums (time_zone, grain, unit, day, tech_center_id, hospital_id,
          technician_group_id, team_id, technician_id, priority, requested, assigned, started, reviewed, edited, completed,
          in_time, returned, corrected, recorded, wear_minutes, analysable_minutes, analysed, af_found, critical)
      WHERE (requested, assigned, started, reviewed, edited, completed, in_time, returned, corrected, recorded,
        wear_minutes, analysable_minutes, analysed, af_found, critical) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    INSERT INTO statistics_spreads
    SELECT time_zone, grain, month, tech_center_id, hospital_id, technician_group_id, team_id, technician_id, priority,
      measure, array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket)
    FROM (
      SELECT c.time_zone, g.grain, date_trunc('month', m.on_time)::date, $sql$ || keys || $sql$, m.measure, m.bucket, sum(c.sign)
      FROM cut c CROSS JOIN LATERAL (VALUES
        ('arrival', c.requested_on, (extract(isodow FROM c.requested_on)::integer - 1) * 24
          + extract(hour FROM c.requested_on)::integer),
        ('turnaround', c.completed_on, spread_bucket(c.turnaround_minutes)),
        ('wear', c.completed_on, CASE WHEN c.recorded THEN spread_bucket(c.wear_minutes) END),
        ('request', c.completed_on, spread_bucket(c.request_minutes)),
        ('assigned', c.completed_on, spread_bucket(c.assigned_minutes)),
        ('start', c.completed_on, spread_bucket(c.start_minutes)),
        ('review', c.completed_on, spread_bucket(c.review_minutes)),
        ('edit', c.completed_on, spread_bucket(c.edit_minutes))) m (measure, on_time, bucket)
      CROSS JOIN grains g
      WHERE m.on_time IS NOT NULL AND m.bucket IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(c.sign) <> 0) counted (time_zone, grain, month,
        tech_center_id, hospital_id, technician_group_id, team_id, technician_id, priority, measure, bucket, count)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10$sql$;
  come text := 'SELECT *, 1 AS sign FROM new_rows';
  gone text := 'SELECT *, -1 AS sign FROM old_rows';
  shape text := $sql$
    CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp%3$s AS $body$
    BEGIN
      %2$s;
      RETURN NULL;
    END
    $body$$sql$;
BEGIN
  EXECUTE format(shape, 'add_statistics_sums', format(sums, come, 'statistics_zones'), '');
  EXECUTE format(shape, 'take_statistics_sums', format(sums, gone, 'statistics_zones'), '');
  EXECUTE format(shape, 'move_statistics_sums', format(sums, come || ' UNION ALL ' || gone, 'statistics_zones'), '');
  -- Who changes a case while its slice is counted waits, and then adds to the sums.
  EXECUTE format(shape, 'count_statistics_slice', 'LOCK TABLE case_statistics IN SHARE ROW EXCLUSIVE MODE; '
    || format(sums, 'SELECT *, 1 AS sign FROM case_statistics WHERE case_id > OLD.counted_to', '(SELECT NEW.*)'), ' SET work_mem = ''64MB''');
END
$do$;
CREATE TRIGGER statistics_zones_count AFTER UPDATE OF counted_to ON statistics_zones
  FOR EACH ROW EXECUTE FUNCTION count_statistics_slice();

-- Folding takes rows away and puts their sums in their place; rows that come meanwhile stay as they are.
CREATE FUNCTION fold_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET work_mem = '256MB' AS $$
BEGIN
  WITH taken AS (
    DELETE FROM statistics_sums WHERE ctid = ANY (ARRAY(
      SELECT unnest(array_agg(s.ctid)) FROM statistics_sums s WHERE s.time_zone = NEW.time_zone
      GROUP BY s.unit, s.day, s.grain, s.tech_center_id, s.hospital_id, s.technician_group_id, s.team_id, s.technician_id,
        s.priority
      HAVING count(*) > 1))
    RETURNING *)
  INSERT INTO statistics_sums SELECT * FROM (
    SELECT time_zone, grain, unit, day, tech_center_id, hospital_id, technician_group_id, team_id, technician_id, priority,
      sum(requested) AS requested, sum(assigned) AS assigned, sum(started) AS started, sum(reviewed) AS reviewed,
      sum(edited) AS edited, sum(completed) AS completed, sum(in_time) AS in_time, sum(returned) AS returned,
      sum(corrected) AS corrected, sum(recorded) AS recorded, sum(wear_minutes) AS wear_minutes,
      sum(analysable_minutes) AS analysable_minutes, sum(analysed) AS analysed, sum(af_found) AS af_found,
      sum(critical) AS critical
    FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) s
  WHERE (s.requested, s.assigned, s.started, s.reviewed, s.edited, s.completed, s.in_time, s.returned, s.corrected,
    s.recorded, s.wear_minutes, s.analysable_minutes, s.analysed, s.af_found, s.critical)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  WITH taken AS (
    DELETE FROM statistics_spreads WHERE ctid = ANY (ARRAY(
      SELECT unnest(array_agg(s.ctid)) FROM statistics_spreads s WHERE s.time_zone = NEW.time_zone
      GROUP BY s.month, s.grain, s.tech_center_id, s.hospital_id, s.technician_group_id, s.team_id, s.technician_id,
        s.priority, s.measure
      HAVING count(*) > 1))
    RETURNING *)
  INSERT INTO statistics_spreads
  SELECT time_zone, grain, month, tech_center_id, hospital_id, technician_group_id, team_id, technician_id, priority,
    measure, array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket)
  FROM (
    SELECT t.time_zone, t.grain, t.month, t.tech_center_id, t.hospital_id, t.technician_group_id, t.team_id,
      t.technician_id, t.priority, t.measure, b.bucket, sum(b.count) AS count
    FROM taken t CROSS JOIN LATERAL unnest(t.buckets, t.counts) b (bucket, count)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(b.count) <> 0) s
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  RETURN NEW;
END
$$;
CREATE TRIGGER statistics_zones_fold BEFORE UPDATE OF folded_at ON statistics_zones
  FOR EACH ROW EXECUTE FUNCTION fold_statistics();

-- Only the database writes them.
CREATE TRIGGER statistics_sums_kept BEFORE INSERT OR UPDATE OR DELETE ON statistics_sums
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER statistics_sums_not_emptied BEFORE TRUNCATE ON statistics_sums
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER statistics_spreads_kept BEFORE INSERT OR UPDATE OR DELETE ON statistics_spreads
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER statistics_spreads_not_emptied BEFORE TRUNCATE ON statistics_spreads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();
