-- What persons do to the analysis of a recording: an append-only log of edits, chained by hash. The database numbers,
-- chains and seals the rows; the head of each log lies in a table that only it writes. The pen says whose page may write.
CREATE TABLE reading_edits (
  case_id bigint NOT NULL,
  sequence integer NOT NULL,
  analysis_version integer NOT NULL,
  edit jsonb NOT NULL,
  page_id uuid NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (case_id, sequence)
);
ALTER TABLE reading_edits ADD CONSTRAINT reading_edits_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE reading_edits ADD CONSTRAINT reading_edits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE TABLE reading_heads (
  case_id bigint PRIMARY KEY,
  sequence integer NOT NULL,
  hash bytea NOT NULL
);

CREATE TABLE reading_pens (
  case_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  page_id uuid NOT NULL,
  taken_at timestamp (3) with time zone NOT NULL,
  seen_at timestamp (3) with time zone NOT NULL,
  asked_by bigint
);
ALTER TABLE reading_pens ADD CONSTRAINT reading_pens_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases(case_id) ON DELETE no action ON UPDATE no action;
ALTER TABLE reading_pens ADD CONSTRAINT reading_pens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE no action ON UPDATE no action;
ALTER TABLE reading_pens ADD CONSTRAINT reading_pens_asked_by_users_id_fk FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE no action ON UPDATE no action;

CREATE FUNCTION reading_edit_hash(before bytea, row_ reading_edits) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws('|', 'reading-1', encode(before, 'hex'), row_.case_id, row_.sequence,
    row_.analysis_version, row_.page_id, row_.user_id, (extract(epoch FROM row_.created_at) * 1000)::bigint,
    row_.edit::text), 'UTF8'))
$$;

-- A new row goes on from the head; what it says of the row before it and of itself is the database's own.
CREATE FUNCTION continue_reading() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  head reading_heads%ROWTYPE;
BEGIN
  SELECT * INTO head FROM reading_heads h WHERE h.case_id = NEW.case_id FOR UPDATE;
  IF NEW.sequence <> coalesce(head.sequence, 0) + 1 THEN
    RAISE EXCEPTION 'an edit that does not go on from the last one' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.previous_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  NEW.hash := reading_edit_hash(NEW.previous_hash, NEW);
  INSERT INTO reading_heads (case_id, sequence, hash) VALUES (NEW.case_id, NEW.sequence, NEW.hash)
    ON CONFLICT (case_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash;
  RETURN NEW;
END
$$;
CREATE TRIGGER reading_edits_author BEFORE INSERT ON reading_edits
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER reading_edits_continue BEFORE INSERT ON reading_edits
  FOR EACH ROW EXECUTE FUNCTION continue_reading();
CREATE TRIGGER reading_edits_kept BEFORE UPDATE OR DELETE ON reading_edits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reading_edits_not_emptied BEFORE TRUNCATE ON reading_edits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reading_heads_kept BEFORE INSERT OR UPDATE OR DELETE ON reading_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER reading_heads_not_emptied BEFORE TRUNCATE ON reading_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();

-- Logs of which a row was changed, taken away or cut off, and the first row that shows it.
CREATE VIEW broken_readings WITH (security_invoker = true) AS
  SELECT e.case_id, min(e.sequence) AS sequence FROM (
    SELECT r.case_id, r.sequence, r.hash = reading_edit_hash(r.previous_hash, r) AND r.previous_hash = coalesce(
        lag(r.hash) OVER (PARTITION BY r.case_id ORDER BY r.sequence), decode(repeat('00', 32), 'hex'))
      AND r.sequence = row_number() OVER (PARTITION BY r.case_id ORDER BY r.sequence) AS fits
    FROM reading_edits r) e
  WHERE NOT e.fits GROUP BY e.case_id
  UNION ALL
  SELECT h.case_id, h.sequence FROM reading_heads h WHERE NOT EXISTS (
    SELECT 1 FROM reading_edits r WHERE r.case_id = h.case_id AND r.sequence = h.sequence AND r.hash = h.hash);

DO $$
DECLARE hanging text;
BEGIN
  FOREACH hanging IN ARRAY ARRAY['reading_edits', 'reading_heads', 'reading_pens'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hanging);
    EXECUTE format('CREATE POLICY seen_with_case ON %I USING ((SELECT scope_all(''cases'')) OR sees_case(case_id))',
      hanging);
  END LOOP;
END
$$;
