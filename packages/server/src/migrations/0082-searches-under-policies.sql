-- Under a policy PostgreSQL uses no index for a condition that might tell of a row (LIKE, @>, lower): it asks the policy
-- first, row by row. These functions find as the owner and give ids alone, and nothing where no scope is open. The query
-- of the caller reads those ids under its policy (platform/db/search-sql.ts, docs/decisions/0050). Words come in small letters.
CREATE FUNCTION pattern_of(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%';

-- Trigrams find three letters and more, grams one or two signs. Who left is in no index: few, under their ids alone.
CREATE FUNCTION users_found(words text) RETURNS SETOF bigint LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT scope_open() THEN
    RETURN;
  ELSIF char_length(words) < 3 THEN
    RETURN QUERY SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND name_grams(u.search_text) @> ARRAY[words];
  ELSE
    RETURN QUERY SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.search_text LIKE pattern_of(words);
  END IF;
  RETURN QUERY SELECT u.id FROM users u WHERE u.deleted_at IS NOT NULL AND position(words IN u.search_text) > 0;
END
$$;
CREATE FUNCTION groups_found(words text) RETURNS SETOF bigint LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT scope_open() THEN
    RETURN;
  ELSIF char_length(words) < 3 THEN
    RETURN QUERY SELECT g.id FROM user_groups g WHERE g.deleted_at IS NULL AND name_grams(g.search_text) @> ARRAY[words];
  ELSE
    RETURN QUERY SELECT g.id FROM user_groups g WHERE g.deleted_at IS NULL AND g.search_text LIKE pattern_of(words);
  END IF;
END
$$;

-- Also of who left: their user id is never given out again.
CREATE FUNCTION users_called(words text) RETURNS SETOF bigint LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER ROWS 1
  SET search_path = public, pg_temp AS $$
  SELECT u.id FROM users u WHERE lower(u.user_id) = words AND scope_open()
$$;
CREATE FUNCTION groups_coded(words text) RETURNS SETOF bigint LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER ROWS 1
  SET search_path = public, pg_temp AS $$
  SELECT g.id FROM user_groups g WHERE lower(g.register_code) = words AND g.deleted_at IS NULL AND scope_open()
$$;

-- An address is looked for among those that nobody has confirmed too, by the words of the search.
CREATE FUNCTION users_mailed(words text) RETURNS SETOF bigint LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER ROWS 1
  SET search_path = public, pg_temp AS $$
  SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.search_text LIKE pattern_of(words)
    AND lower(u.email) = words AND scope_open()
$$;

-- Whether an address is somebody's is told to nobody without a scope.
CREATE OR REPLACE FUNCTION email_is_anothers(address text, own_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT scope_open() AND EXISTS (
    SELECT FROM users
    WHERE lower(email) = lower(address) AND email_confirmed_at IS NOT NULL AND deleted_at IS NULL AND id <> own_id
  )
$$;
