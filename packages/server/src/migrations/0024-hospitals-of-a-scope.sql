-- `name` meant the column of user_groups, so that no hospital was ever a center's: its uploads, and its cases without a
-- center of their own, were held back from it.
CREATE OR REPLACE FUNCTION scope_hospitals(name text) RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT array(SELECT g.id FROM user_groups g WHERE g.tech_center_id = ANY (scope_ids($1)))
$$;
