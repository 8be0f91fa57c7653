-- Users are administered from the product: a version for changes, how an account stands as one word, when it was last used,
-- who made it, and what decides when it sleeps. The list reads through indexes that hold what it filters and searches by.
ALTER TABLE users
  ADD COLUMN version integer DEFAULT 1 NOT NULL,
  ADD COLUMN created_by bigint REFERENCES users(id),
  ADD COLUMN last_sign_in_at timestamp (3) with time zone,
  -- When it was last made usable without a sign-in: made, let in, woken up.
  ADD COLUMN active_since timestamp (3) with time zone DEFAULT now() NOT NULL,
  -- When its owner was last told that it will sleep.
  ADD COLUMN dormancy_told_at timestamp (3) with time zone,
  ADD COLUMN password_changed_at timestamp (3) with time zone,
  ADD COLUMN flag text GENERATED ALWAYS AS (
    case when deleted_at is not null then 'withdrawn' when use_flag = 'W' then 'waiting' when use_flag = 'D' then 'dormant'
      when must_change_password then 'one-time' else 'active' end
  ) STORED NOT NULL,
  -- Line breaks between the parts: no search holds one, so nothing is found across two of them.
  ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name || E'\n' || user_id || E'\n' || email)) STORED NOT NULL;

UPDATE users SET active_since = created_at,
  last_sign_in_at = (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = users.id);

-- features/people/users/user-query.ts: counts read an index alone, each order has its own.
CREATE INDEX users_list ON users (name, id) INCLUDE (flag, role_key, user_group_id, last_sign_in_at) WHERE deleted_at IS NULL;
CREATE INDEX users_list_id ON users (user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX users_list_sign_in ON users (last_sign_in_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_list_created ON users (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_list_group ON users (user_group_id, flag, name, id) WHERE deleted_at IS NULL;
CREATE INDEX users_withdrawn ON users (name, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
