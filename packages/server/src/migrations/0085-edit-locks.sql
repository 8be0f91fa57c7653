-- Names the tables of the edit lock by their term, with every constraint and trigger that carries the old name.
ALTER TABLE reading_pens RENAME TO reading_edit_locks;
ALTER TABLE second_reading_pens RENAME TO second_reading_edit_locks;
DO $$
DECLARE renamed record;
BEGIN
  FOR renamed IN SELECT conrelid::regclass AS of, conname AS name FROM pg_constraint
    WHERE conrelid IN ('reading_edit_locks'::regclass, 'second_reading_edit_locks'::regclass) LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed.of, renamed.name,
      replace(renamed.name, 'reading_pens', 'reading_edit_locks'));
  END LOOP;
END
$$;
ALTER TRIGGER reading_pens_of_present_scope ON reading_edit_locks RENAME TO reading_edit_locks_of_present_scope;
ALTER TRIGGER second_reading_pens_of_present_scope ON second_reading_edit_locks
  RENAME TO second_reading_edit_locks_of_present_scope;

CREATE OR REPLACE FUNCTION end_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  DELETE FROM reading_edit_locks WHERE user_id = NEW.id;
  DELETE FROM second_reading_edit_locks WHERE user_id = NEW.id;
  PERFORM pg_notify('rhythmdesk_live', json_build_object('type', 'revoked', 'user_id', NEW.id, 'keep', NULL)::text);
  RETURN NULL;
END
$$;
