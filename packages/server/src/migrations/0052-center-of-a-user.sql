-- The kind of a user's group and its center stand in the user's row, so that who administers a center lists and counts its
-- users without reading a group for each of them.
ALTER TABLE users
  ADD COLUMN group_type text NOT NULL DEFAULT '',
  ADD COLUMN tech_center_id bigint;

CREATE FUNCTION center_of_group(user_groups) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN $1.type = 'tech_center' THEN $1.id ELSE $1.tech_center_id END;

UPDATE users SET group_type = g.type, tech_center_id = center_of_group(g)
  FROM user_groups g WHERE g.id = users.user_group_id;

-- Shared lock: a group that changes its center meanwhile is waited for, so that neither misses the other.
CREATE FUNCTION set_user_group_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT g.type, center_of_group(g) INTO NEW.group_type, NEW.tech_center_id
    FROM user_groups g WHERE g.id = NEW.user_group_id FOR SHARE;
  RETURN NEW;
END
$$;
CREATE TRIGGER users_group_facts BEFORE INSERT OR UPDATE OF user_group_id, group_type, tech_center_id ON users
  FOR EACH ROW EXECUTE FUNCTION set_user_group_facts();

CREATE FUNCTION carry_group_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET group_type = NEW.type, tech_center_id = center_of_group(NEW) WHERE user_group_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER user_groups_facts AFTER UPDATE OF type, tech_center_id ON user_groups
  FOR EACH ROW WHEN (OLD.type IS DISTINCT FROM NEW.type OR OLD.tech_center_id IS DISTINCT FROM NEW.tech_center_id)
  EXECUTE FUNCTION carry_group_facts();

CREATE INDEX users_center ON users (tech_center_id, group_type, flag) WHERE deleted_at IS NULL;

-- One or two signs are the commonest search for a Japanese, Korean or Chinese name, and too short for trigrams.
CREATE FUNCTION name_grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500
  RETURN ARRAY(SELECT DISTINCT substr(words, place, size)
    FROM generate_series(1, length(words)) place, generate_series(1, 2) size WHERE place + size - 1 <= length(words));
CREATE INDEX users_search_grams ON users USING gin (name_grams(search_text)) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_search_grams ON user_groups USING gin (name_grams(search_text)) WHERE deleted_at IS NULL;
