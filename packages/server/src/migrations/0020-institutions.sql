-- Institutions are administered from the product: what an institution decides for its people, its own version, and a
-- history of every change. The lists read through indexes that hold what they filter and search by.
ALTER TABLE user_groups
  ADD COLUMN takes_others_share boolean DEFAULT true NOT NULL,
  ADD COLUMN billing_address text DEFAULT '' NOT NULL,
  ADD COLUMN immediate_sign_up boolean DEFAULT false NOT NULL,
  ADD COLUMN two_factor text DEFAULT 'off' NOT NULL,
  ADD COLUMN idle_minutes integer,
  ADD COLUMN version integer DEFAULT 1 NOT NULL,
  -- Line breaks between the parts: no search holds one, so nothing is found across two of them.
  ADD COLUMN search_text text GENERATED ALWAYS AS (
    lower(name || E'\n' || coalesce(register_code, '') || E'\n' || address)
  ) STORED NOT NULL,
  ADD CONSTRAINT user_groups_two_factor CHECK (two_factor in ('off', 'offered', 'required')),
  ADD CONSTRAINT user_groups_idle_minutes CHECK (idle_minutes between 5 and 60);

CREATE TABLE user_group_history (
  history_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_group_id bigint NOT NULL REFERENCES user_groups(id),
  version integer NOT NULL,
  action text NOT NULL,
  field text,
  before jsonb,
  after jsonb,
  user_id bigint REFERENCES users(id),
  role_key text,
  request_id text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT user_group_history_action CHECK (action in ('create', 'change', 'delete'))
);
CREATE INDEX user_group_history_group ON user_group_history (user_group_id, history_id);
CREATE TRIGGER user_group_history_append_only BEFORE UPDATE OR DELETE ON user_group_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER user_group_history_no_truncate BEFORE TRUNCATE ON user_group_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A deleted institution gives its register code back.
DROP INDEX user_groups_register_code;
CREATE UNIQUE INDEX user_groups_register_code ON user_groups (lower(register_code)) WHERE deleted_at IS NULL;

-- The list (features/institutions/institution-query.ts): counts read an index alone, each order has its own.
CREATE INDEX user_groups_list ON user_groups (name, id) INCLUDE (type, region, tech_center_id, search_text)
  WHERE deleted_at IS NULL;
CREATE INDEX user_groups_list_code ON user_groups (register_code, id) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_list_type ON user_groups (type, name, id) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_list_region ON user_groups (region, name, id) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_list_created ON user_groups (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_list_center ON user_groups
  ((case when type = 'tech_center' then id else tech_center_id end), name, id) WHERE deleted_at IS NULL;
CREATE INDEX user_groups_search ON user_groups USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
