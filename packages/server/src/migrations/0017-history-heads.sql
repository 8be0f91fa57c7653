-- What the application never does, taken from it (platform/db/grants.ts takes the rights, these triggers refuse it to every
-- role): report versions, file rows, comments, agreements, prices and closed months are never rewritten, and a case's
-- history goes on only from its last row. The head of each history lies in a table that only the database writes.

-- Rows that stand already were hashed in chain 1; they stay as they are and go on to be proved.
ALTER TABLE case_history ADD COLUMN chain smallint DEFAULT 1 NOT NULL, ADD COLUMN file_sha256 text;
ALTER TABLE case_history ALTER COLUMN chain SET DEFAULT 2;

CREATE TABLE case_history_heads (
  case_id bigint PRIMARY KEY,
  rows integer NOT NULL,
  version integer NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO case_history_heads (case_id, rows, version, hash)
  SELECT DISTINCT ON (case_id) case_id, (count(*) OVER (PARTITION BY case_id))::integer, version, hash
  FROM case_history ORDER BY case_id, version DESC;

-- Only what happens inside a trigger of the database reaches the heads.
CREATE FUNCTION refuse_direct_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'table % is kept by the database', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER case_history_heads_kept BEFORE INSERT OR UPDATE OR DELETE ON case_history_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER case_history_heads_not_emptied BEFORE TRUNCATE ON case_history_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();

-- Who the transaction says to be (settings of its scope), or null where it works for the installation.
CREATE FUNCTION stated_user() RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('rhythmdesk.user_id', true), '')::bigint[]
$$;

-- A row that names its author names the one whose transaction it is. The argument is the column.
CREATE FUNCTION in_own_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  author bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
BEGIN
  IF stated_user() IS NOT NULL AND author IS NOT NULL AND author <> ALL (stated_user()) THEN
    RAISE EXCEPTION 'a row of % in the name of another', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER case_history_author BEFORE INSERT ON case_history
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER case_comments_author BEFORE INSERT ON case_comments
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');
CREATE TRIGGER case_files_author BEFORE INSERT ON case_files
  FOR EACH ROW EXECUTE FUNCTION in_own_name('created_by');
CREATE TRIGGER report_versions_author BEFORE INSERT ON report_versions
  FOR EACH ROW EXECUTE FUNCTION in_own_name('created_by');

CREATE FUNCTION history_field(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN given IS NULL THEN '-' ELSE char_length(given) || ':' || given END
$$;

-- A new row goes on from the last one, is hashed rightly (domain/case/history.ts, chain 2), and bears a role that its
-- user has.
CREATE FUNCTION continue_history() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  head case_history_heads%ROWTYPE;
  expected bytea;
BEGIN
  SELECT * INTO head FROM case_history_heads h WHERE h.case_id = NEW.case_id FOR UPDATE;
  IF NEW.version <= coalesce(head.version, 0) OR NEW.chain <> 2
    OR NEW.previous_hash <> coalesce(head.hash, decode(repeat('00', 32), 'hex')) THEN
    RAISE EXCEPTION 'a history row that does not go on from the last one' USING ERRCODE = 'insufficient_privilege';
  END IF;
  expected := sha256(convert_to(concat_ws('|', 'history-2', history_field(encode(NEW.previous_hash, 'hex')),
    history_field(NEW.case_id::text), history_field(NEW.version::text), history_field(NEW.action),
    history_field(NEW.from_status), history_field(NEW.status), history_field(NEW.user_id::text),
    history_field(NEW.role_key), history_field(NEW.user_group_id::text), history_field(NEW.description),
    history_field(NEW.request_id),
    history_field(((extract(epoch FROM NEW.created_at) * 1000)::bigint)::text),
    history_field(NEW.file_sha256)), 'UTF8'));
  IF NEW.hash <> expected THEN
    RAISE EXCEPTION 'a history row with a wrong hash' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW.user_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND u.role_key = NEW.role_key) THEN
    RAISE EXCEPTION 'a history row in a role that its user has not' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO case_history_heads (case_id, rows, version, hash) VALUES (NEW.case_id, 1, NEW.version, NEW.hash)
    ON CONFLICT (case_id) DO UPDATE
    SET rows = case_history_heads.rows + 1, version = excluded.version, hash = excluded.hash;
  RETURN NEW;
END
$$;
CREATE TRIGGER case_history_continues BEFORE INSERT ON case_history
  FOR EACH ROW EXECUTE FUNCTION continue_history();

-- Rows that stay as they were written. The arguments name the columns that may change: once, from nothing, or any time
-- where `again:` stands before the name.
CREATE FUNCTION refuse_other_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given text;
  may_change text[] := ARRAY[]::text[];
  before jsonb;
BEGIN
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
CREATE TRIGGER report_versions_kept BEFORE UPDATE OR DELETE ON report_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('released_at');
CREATE TRIGGER case_files_kept BEFORE UPDATE OR DELETE ON case_files
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('purged_at');
CREATE TRIGGER agreements_kept BEFORE UPDATE OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change('agreed_at', 'withdrawn_at', 'witnessed_by', 'again:link_hash',
    'again:link_expires_at');
CREATE TRIGGER case_comments_kept BEFORE UPDATE OR DELETE ON case_comments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER charging_unit_prices_kept BEFORE UPDATE OR DELETE ON charging_unit_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_months_kept BEFORE UPDATE OR DELETE ON invoice_months
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_adjustments_kept BEFORE UPDATE OR DELETE ON invoice_adjustments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER installation_kept BEFORE UPDATE OR DELETE ON installation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['report_versions', 'case_files', 'agreements', 'case_comments', 'charging_unit_prices',
    'invoice_months', 'invoice_adjustments', 'installation'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      kept || '_not_emptied', kept);
  END LOOP;
END
$$;
