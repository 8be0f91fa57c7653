-- Second readings: completed cases drawn by chance, read once more by somebody of the center who knows nothing of the
-- first reading. Each has a log of its own under the laws of the first: numbered, chained and sealed by the database.
ALTER TABLE user_groups
  ADD COLUMN second_reading_share integer,
  ADD CONSTRAINT user_groups_second_reading_share CHECK (second_reading_share BETWEEN 1 AND 100);

CREATE TABLE second_readings (
  second_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL,
  center_id bigint NOT NULL,
  -- Of the center when it was drawn, in per cent.
  share integer NOT NULL,
  first_reader_id bigint NOT NULL,
  -- The last edit of the first reading when its report went out: what the second is compared with.
  first_sequence integer NOT NULL,
  drawn_at timestamp (3) with time zone NOT NULL,
  reader_id bigint,
  taken_at timestamp (3) with time zone,
  given_back_at timestamp (3) with time zone,
  finished_at timestamp (3) with time zone,
  analysis_version integer,
  second_sequence integer,
  agreement jsonb,
  CONSTRAINT second_readings_taken CHECK ((reader_id IS NULL) = (taken_at IS NULL)),
  CONSTRAINT second_readings_another CHECK (reader_id <> first_reader_id),
  CONSTRAINT second_readings_ended CHECK (
    (given_back_at IS NULL OR finished_at IS NULL) AND (reader_id IS NOT NULL OR (given_back_at IS NULL AND finished_at IS NULL))),
  CONSTRAINT second_readings_finished CHECK ((finished_at IS NULL) = (agreement IS NULL)
    AND (finished_at IS NULL) = (analysis_version IS NULL) AND (finished_at IS NULL) = (second_sequence IS NULL))
);
ALTER TABLE second_readings ADD CONSTRAINT second_readings_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE second_readings ADD CONSTRAINT second_readings_center_id_user_groups_id_fk FOREIGN KEY (center_id) REFERENCES user_groups(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE second_readings ADD CONSTRAINT second_readings_first_reader_id_users_id_fk FOREIGN KEY (first_reader_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE second_readings ADD CONSTRAINT second_readings_reader_id_users_id_fk FOREIGN KEY (reader_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
-- A case has one second reading; one that was given back makes room for the next.
CREATE UNIQUE INDEX second_readings_case ON second_readings (case_id) WHERE given_back_at IS NULL;
CREATE INDEX second_readings_open ON second_readings (reader_id) WHERE given_back_at IS NULL AND finished_at IS NULL;
CREATE INDEX second_readings_center ON second_readings (center_id, drawn_at);

-- Reader, end and figures are written once; nothing is taken away.
CREATE TRIGGER second_readings_kept BEFORE UPDATE OR DELETE ON second_readings
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('reader_id', 'taken_at', 'given_back_at', 'finished_at',
    'analysis_version', 'second_sequence', 'agreement');
CREATE TRIGGER second_readings_not_emptied BEFORE TRUNCATE ON second_readings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE second_reading_edits (
  second_id bigint NOT NULL,
  sequence integer NOT NULL,
  analysis_version integer NOT NULL,
  edit jsonb NOT NULL,
  page_id uuid NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (second_id, sequence)
);
ALTER TABLE second_reading_edits ADD CONSTRAINT second_reading_edits_second_id_second_readings_second_id_fk FOREIGN KEY (second_id) REFERENCES second_readings(second_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE second_reading_edits ADD CONSTRAINT second_reading_edits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE TABLE second_reading_heads (
  second_id bigint PRIMARY KEY,
  sequence integer NOT NULL,
  hash bytea NOT NULL
);

CREATE TABLE second_reading_pens (
  second_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  page_id uuid NOT NULL,
  taken_at timestamp (3) with time zone NOT NULL,
  seen_at timestamp (3) with time zone NOT NULL
);
ALTER TABLE second_reading_pens ADD CONSTRAINT second_reading_pens_second_id_second_readings_second_id_fk FOREIGN KEY (second_id) REFERENCES second_readings(second_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE second_reading_pens ADD CONSTRAINT second_reading_pens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE FUNCTION second_edit_hash(before bytea, row_ second_reading_edits) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws('|', 'second-reading-1', encode(before, 'hex'), row_.second_id, row_.sequence,
    row_.analysis_version, row_.page_id, row_.user_id, (extract(epoch FROM row_.created_at) * 1000)::bigint,
    row_.edit::text), 'UTF8'))
$$;

-- As continue_reading(), and only while its reader reads: what is finished or given back is written no more.
CREATE FUNCTION continue_second_reading() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  head second_reading_heads%ROWTYPE;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM second_readings s WHERE s.second_id = NEW.second_id AND s.reader_id = NEW.user_id
    AND s.given_back_at IS NULL AND s.finished_at IS NULL) THEN
    RAISE EXCEPTION 'an edit of a second reading that is not its reader''s' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO head FROM second_reading_heads h WHERE h.second_id = NEW.second_id FOR UPDATE;
  IF NEW.sequence <> coalesce(head.sequence, 0) + 1 THEN
    RAISE EXCEPTION 'an edit that does not go on from the last one' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.previous_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  NEW.hash := second_edit_hash(NEW.previous_hash, NEW);
  INSERT INTO second_reading_heads (second_id, sequence, hash) VALUES (NEW.second_id, NEW.sequence, NEW.hash)
    ON CONFLICT (second_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash;
  RETURN NEW;
END
$$;
CREATE TRIGGER second_reading_edits_author BEFORE INSERT ON second_reading_edits
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER second_reading_edits_continue BEFORE INSERT ON second_reading_edits
  FOR EACH ROW EXECUTE FUNCTION continue_second_reading();
CREATE TRIGGER second_reading_edits_kept BEFORE UPDATE OR DELETE ON second_reading_edits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER second_reading_edits_not_emptied BEFORE TRUNCATE ON second_reading_edits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER second_reading_heads_kept BEFORE INSERT OR UPDATE OR DELETE ON second_reading_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER second_reading_heads_not_emptied BEFORE TRUNCATE ON second_reading_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();

-- Logs of which a row was changed, taken away or cut off, and the first row that shows it.
CREATE VIEW broken_second_readings WITH (security_invoker = true) AS
  SELECT e.second_id, min(e.sequence) AS sequence FROM (
    SELECT r.second_id, r.sequence, r.hash = second_edit_hash(r.previous_hash, r) AND r.previous_hash = coalesce(
        lag(r.hash) OVER (PARTITION BY r.second_id ORDER BY r.sequence), decode(repeat('00', 32), 'hex'))
      AND r.sequence = row_number() OVER (PARTITION BY r.second_id ORDER BY r.sequence) AS fits
    FROM second_reading_edits r) e
  WHERE NOT e.fits GROUP BY e.second_id
  UNION ALL
  SELECT h.second_id, h.sequence FROM second_reading_heads h WHERE NOT EXISTS (
    SELECT 1 FROM second_reading_edits r WHERE r.second_id = h.second_id AND r.sequence = h.sequence AND r.hash = h.hash);

-- Cases that who asks reads a second time now. While they do, the case and everything that hangs on it is not there for
-- them, whatever asks for it: what the first reading found lies there. docs/decisions/0036 says why.
CREATE FUNCTION blind_cases() RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  who bigint[] := stated_user();
BEGIN
  IF who IS NULL OR scope_all('') THEN
    RETURN '{}';
  END IF;
  RETURN array(SELECT s.case_id FROM second_readings s
    WHERE s.reader_id = ANY (who) AND s.given_back_at IS NULL AND s.finished_at IS NULL);
END
$$;
CREATE POLICY cases_read_blind ON cases AS RESTRICTIVE USING (case_id <> ALL ((SELECT blind_cases())::bigint[]));

-- What the machine measured and found is what the second reader reads.
DO $$
DECLARE measured text;
BEGIN
  FOREACH measured IN ARRAY ARRAY['recordings', 'analyses', 'analyses_waiting'] LOOP
    EXECUTE format('ALTER POLICY seen_with_case ON %I USING ((SELECT scope_all(''cases'')) OR sees_case(case_id)
      OR case_id = ANY ((SELECT blind_cases())::bigint[]))', measured);
  END LOOP;
END
$$;

-- Of a second reading its center knows; of its log its reader, and once it is finished the center.
ALTER TABLE second_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY second_readings_of_center ON second_readings USING ((SELECT scope_all('cases'))
  OR center_id = ANY ((SELECT scope_ids('case_tech_center_id'))::bigint[]));
DO $$
DECLARE hanging text;
BEGIN
  FOREACH hanging IN ARRAY ARRAY['second_reading_edits', 'second_reading_heads', 'second_reading_pens'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hanging);
    EXECUTE format('CREATE POLICY seen_by_reader ON %I USING ((SELECT scope_all('''')) OR EXISTS (
      SELECT 1 FROM second_readings s WHERE s.second_id = %I.second_id
        AND (s.reader_id = ANY ((SELECT stated_user())::bigint[]) OR s.finished_at IS NOT NULL)))', hanging, hanging);
  END LOOP;
END
$$;
