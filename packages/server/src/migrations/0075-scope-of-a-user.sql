-- What is kept for a user ends with the scope under which it was made. users.scope_number counts the scopes that a user
-- has had; it only grows, so that moving back gives a new number and revives nothing. docs/security.md lists what is kept.
ALTER TABLE users ADD COLUMN scope_number integer NOT NULL DEFAULT 1;

-- What a user's rights hang on in the user's own row. A hospital's rights do not hang on the center that reads for it.
CREATE FUNCTION scope_of_user(users) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN concat_ws(' ', $1.role_key, $1.user_group_id, $1.group_type,
    CASE WHEN $1.group_type IN ('tech_center', 'team') THEN $1.tech_center_id END, $1.deleted_at IS NOT NULL);

-- Runs after users_group_facts, which fills in the group's type and center. The number may be raised, never lowered.
CREATE FUNCTION count_scope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.scope_number := greatest(NEW.scope_number, OLD.scope_number);
  IF scope_of_user(NEW) <> scope_of_user(OLD) THEN
    NEW.scope_number := OLD.scope_number + 1;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_scope_counted BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION count_scope();

-- Ends everything that is kept for the user, whoever changed the scope and however. Files of exports go with the next sweep.
CREATE FUNCTION end_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sessions SET revoked_at = now(),
    revoked_because = CASE WHEN NEW.deleted_at IS NOT NULL THEN 'deleted'
      WHEN NEW.user_group_id = OLD.user_group_id AND NEW.role_key <> OLD.role_key THEN 'role' ELSE 'group' END
    WHERE user_id = NEW.id AND revoked_at IS NULL;
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
  DELETE FROM reading_pens WHERE user_id = NEW.id;
  DELETE FROM second_reading_pens WHERE user_id = NEW.id;
  PERFORM pg_notify('rhythmdesk_live', json_build_object('type', 'revoked', 'user_id', NEW.id, 'keep', NULL)::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER users_scope_ended AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.scope_number <> NEW.scope_number) EXECUTE FUNCTION end_kept();

-- The hospitals that a group serves are a part of its people's scope. Judged when the transaction ends, since a change
-- writes the whole list anew.
CREATE FUNCTION end_served() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM assigned_groups a
    WHERE a.group_id = OLD.group_id AND a.facility_id = OLD.facility_id) THEN
    UPDATE users SET scope_number = scope_number + 1 WHERE user_group_id = OLD.group_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER assigned_groups_ended AFTER DELETE ON assigned_groups DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION end_served();

-- A request that began under a former scope keeps nothing. The lock makes a change of scope that is under way finish first,
-- or wait until this row is there to be ended.
CREATE FUNCTION stated_scope_number() RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (nullif(current_setting('rhythmdesk.scope_number', true), '')::bigint[])[1];
END
$$;
CREATE FUNCTION of_present_scope() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stated bigint := stated_scope_number();
  present bigint;
BEGIN
  IF stated IS NOT NULL AND NEW.user_id = ANY (stated_user()) THEN
    SELECT u.scope_number INTO present FROM users u WHERE u.id = NEW.user_id FOR SHARE;
    IF present IS DISTINCT FROM stated THEN
      RAISE EXCEPTION 'kept for a former scope of user %', NEW.user_id USING ERRCODE = 'RD001';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['exports', 'uploads', 'push_tokens', 'sign_in_tickets', 'idempotency_keys', 'notifications',
    'user_drafts', 'saved_views', 'reading_pens', 'second_reading_pens'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION of_present_scope()',
      kept || '_of_present_scope', kept);
  END LOOP;
END
$$;
