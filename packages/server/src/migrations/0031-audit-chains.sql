-- The audit log: who did what, to which case and patient, from where, why, and with what outcome; chained like the
-- histories of cases (0017). Not in one chain, which would make every transaction wait for the one before it, but in 64 side
-- by side: a row goes on from the head of any chain that nobody is writing to just then, and waits only where all are taken.

ALTER TABLE audit_log
  ADD COLUMN user_group_id bigint,
  ADD COLUMN user_agent text DEFAULT '' NOT NULL,
  ADD COLUMN kind text DEFAULT 'operation' NOT NULL,
  ADD COLUMN outcome text DEFAULT 'done' NOT NULL,
  ADD COLUMN code text,
  ADD COLUMN case_id bigint,
  ADD COLUMN hospital_id bigint,
  ADD COLUMN patient_id text,
  ADD COLUMN case_ids bigint[],
  ADD COLUMN chain smallint DEFAULT 0 NOT NULL,
  ADD COLUMN position bigint DEFAULT 0 NOT NULL,
  ADD COLUMN previous_hash bytea DEFAULT '\x'::bytea NOT NULL,
  ADD COLUMN hash bytea DEFAULT '\x'::bytea NOT NULL,
  -- An account that was turned away is forgotten; what it did stays.
  DROP CONSTRAINT audit_log_user_id_users_id_fk,
  ADD CONSTRAINT audit_log_outcome CHECK (outcome IN ('done', 'refused'));

CREATE TABLE audit_heads (
  chain smallint PRIMARY KEY,
  rows bigint NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 10);
INSERT INTO audit_heads (chain, rows, hash)
  SELECT n, 0, decode(repeat('00', 32), 'hex') FROM generate_series(0, 64) AS n;

-- What is hashed (domain/audit/audit-chain.ts).
CREATE FUNCTION audit_hash(given audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws('|', 'audit-1', history_field(encode(given.previous_hash, 'hex')),
    history_field(given.chain::text), history_field(given.position::text),
    history_field(((extract(epoch FROM given.at) * 1000)::bigint)::text), history_field(given.user_id::text),
    history_field(given.role_key), history_field(given.user_group_id::text), history_field(host(given.address)),
    history_field(given.user_agent), history_field(given.kind), history_field(given.action),
    history_field(given.target), history_field(given.outcome), history_field(given.code),
    history_field(given.case_id::text), history_field(given.hospital_id::text), history_field(given.patient_id),
    history_field(given.case_ids::text), history_field(given.reason), history_field(given.request_id)), 'UTF8'))
$$;

-- Rows that stand already become chain 0, which takes no more.
ALTER TABLE audit_log DISABLE TRIGGER USER;
DO $$
DECLARE
  old audit_log%ROWTYPE;
  last bytea := decode(repeat('00', 32), 'hex');
  place bigint := 0;
BEGIN
  FOR old IN SELECT * FROM audit_log ORDER BY audit_id LOOP
    place := place + 1;
    old.chain := 0;
    old.position := place;
    old.previous_hash := last;
    last := audit_hash(old);
    UPDATE audit_log SET position = place, previous_hash = old.previous_hash, hash = last WHERE audit_id = old.audit_id;
  END LOOP;
  UPDATE audit_heads SET rows = place, hash = last WHERE chain = 0;
END
$$;
ALTER TABLE audit_log ENABLE TRIGGER USER;

CREATE TRIGGER audit_heads_kept BEFORE INSERT OR UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER audit_heads_not_emptied BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_change();

-- A new row says whose patient its case is, and goes on from a chain that is free.
CREATE FUNCTION continue_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  head audit_heads%ROWTYPE;
BEGIN
  IF NEW.case_id IS NOT NULL THEN
    SELECT c.hospital_id, c.patient_id INTO NEW.hospital_id, NEW.patient_id FROM cases c WHERE c.case_id = NEW.case_id;
  END IF;
  SELECT * INTO head FROM audit_heads WHERE chain > 0 ORDER BY chain FOR UPDATE SKIP LOCKED LIMIT 1;
  IF NOT FOUND THEN
    SELECT * INTO head FROM audit_heads WHERE chain = 1 + pg_backend_pid() % 64 FOR UPDATE;
  END IF;
  NEW.chain := head.chain;
  NEW.position := head.rows + 1;
  NEW.previous_hash := head.hash;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_heads SET rows = NEW.position, hash = NEW.hash WHERE chain = head.chain;
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_log_continues BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION continue_audit();
CREATE TRIGGER audit_log_author BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION in_own_name('user_id');

-- Whoever works writes; who sees every case reads, and everybody reads what they did themselves.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_log_seen ON audit_log FOR SELECT USING (
  (SELECT scope_all('cases')) OR user_id = ANY ((SELECT stated_user())::bigint[]));
CREATE POLICY audit_log_written ON audit_log FOR INSERT WITH CHECK (true);

DROP INDEX audit_log_at;
DROP INDEX audit_log_user;
CREATE INDEX audit_log_at ON audit_log (at DESC, audit_id DESC);
CREATE INDEX audit_log_user ON audit_log (user_id, at DESC, audit_id DESC);
CREATE INDEX audit_log_kind ON audit_log (kind, at DESC, audit_id DESC);
CREATE INDEX audit_log_case ON audit_log (case_id, at DESC, audit_id DESC) WHERE case_id IS NOT NULL;
CREATE INDEX audit_log_patient ON audit_log (hospital_id, patient_id, at DESC, audit_id DESC) WHERE hospital_id IS NOT NULL;
CREATE INDEX audit_log_refused ON audit_log (at DESC, audit_id DESC) WHERE outcome = 'refused';
CREATE INDEX audit_log_request ON audit_log (request_id);
CREATE UNIQUE INDEX audit_log_place ON audit_log (chain, position);
