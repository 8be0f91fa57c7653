-- API keys of institutions. Each key belongs to an account of its own (use_flag S) that nobody can sign in to; its secret
-- is a session of that account. Rotating a key adds a row for the same account.
ALTER TABLE users
  DROP CONSTRAINT users_use_flag,
  ADD CONSTRAINT users_use_flag CHECK (use_flag in ('Y', 'D', 'W', 'S'));

CREATE TABLE api_keys (
  key_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL REFERENCES users (id),
  user_group_id bigint NOT NULL REFERENCES user_groups (id),
  name text NOT NULL,
  -- The first characters of the secret, by which a user recognises it.
  hint text NOT NULL,
  -- The names of the permissions that the key has.
  scopes text[] NOT NULL,
  token_hash bytea NOT NULL,
  created_by bigint NOT NULL REFERENCES users (id),
  created_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  revoked_by bigint REFERENCES users (id),
  revoked_at timestamp (3) with time zone,
  CONSTRAINT api_keys_scopes CHECK (cardinality(scopes) > 0),
  CONSTRAINT api_keys_revoked CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
CREATE UNIQUE INDEX api_keys_token ON api_keys (token_hash);
CREATE INDEX api_keys_group ON api_keys (user_group_id, key_id);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
-- Read with each session; written only in a step beyond the scope of the user who manages them.
CREATE POLICY api_keys_seen ON api_keys FOR SELECT USING ((SELECT scope_all('people')));
CREATE POLICY api_keys_written ON api_keys FOR ALL USING ((SELECT scope_all('')));

-- Counts of users leave out the accounts of keys and are read from an index alone.
DROP INDEX users_center;
CREATE INDEX users_center ON users (tech_center_id, group_type, flag) WHERE deleted_at IS NULL AND use_flag <> 'S';

-- A key stays valid when the list of served hospitals changes: it belongs to the institution, and each call reads the list.
CREATE OR REPLACE FUNCTION end_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sessions SET revoked_at = now(),
    revoked_because = CASE WHEN NEW.deleted_at IS NOT NULL THEN 'deleted'
      WHEN NEW.user_group_id = OLD.user_group_id AND NEW.role_key <> OLD.role_key THEN 'role' ELSE 'group' END
    WHERE user_id = NEW.id AND revoked_at IS NULL AND (NEW.use_flag <> 'S' OR NEW.deleted_at IS NOT NULL);
  UPDATE exports SET expires_at = least(expires_at, created_at), ended_at = coalesce(ended_at, now()),
    state = CASE WHEN state IN ('waiting', 'working') THEN 'cancelled' ELSE state END WHERE user_id = NEW.id;
  UPDATE uploads SET state = 'cancelled', updated_at = now(), finished_at = now()
    WHERE user_id = NEW.id AND state = 'receiving';
  DELETE FROM push_tokens WHERE user_id = NEW.id;
  DELETE FROM sign_in_tickets WHERE user_id = NEW.id;
  DELETE FROM idempotency_keys WHERE user_id = NEW.id;
  DELETE FROM notifications WHERE user_id = NEW.id;
  DELETE FROM user_drafts WHERE user_id = NEW.id;
  DELETE FROM saved_views WHERE user_id = NEW.id;
  DELETE FROM reading_edit_locks WHERE user_id = NEW.id;
  DELETE FROM second_reading_edit_locks WHERE user_id = NEW.id;
  PERFORM pg_notify('rhythmdesk_live', json_build_object('type', 'revoked', 'user_id', NEW.id, 'keep', NULL)::text);
  RETURN NULL;
END
$$;
