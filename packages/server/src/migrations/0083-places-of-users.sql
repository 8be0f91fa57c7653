-- Role and group of a user are set by a function alone: the application's role has no right to those columns
-- (platform/db/grants.ts). It judges by the user whom the sealed scope states, whatever the statement around it says.
CREATE FUNCTION role_level(role_key text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE role_key WHEN 'ADMIN' THEN 5 WHEN 'DISTRIBUTER' THEN 4 WHEN 'CENTER' THEN 3 WHEN 'MANAGER' THEN 2
    WHEN 'CHIEF' THEN 2 ELSE 1 END;

-- Whether the user of the open scope is in use and above this role; level 5 may touch its own.
CREATE FUNCTION stated_user_outranks(role_key text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM users u WHERE u.id = ANY (stated_user()) AND u.use_flag = 'Y' AND u.deleted_at IS NULL
    AND (role_level(u.role_key) = 5 OR role_level($1) < role_level(u.role_key)));
END
$$;

-- Gives another user a role and a group. Only in a step of that caller's that works beyond their scope.
CREATE FUNCTION place_user(who bigint, new_role text, new_group bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  old_role text;
BEGIN
  SELECT u.role_key INTO old_role FROM users u WHERE u.id = who AND u.deleted_at IS NULL FOR UPDATE;
  IF old_role IS NULL OR NOT asks_as_owner() AND NOT (scope_all('') AND who <> ALL (stated_user())
    AND stated_user_outranks(old_role) AND stated_user_outranks(new_role)) IS TRUE THEN
    RAISE EXCEPTION 'a role or group beyond the scope' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE users SET role_key = new_role, user_group_id = new_group WHERE id = who;
END
$$;

-- Whom a user makes, removes or lets in another way is below them too, unless it is themselves. Without a user it is the
-- installation's own work, as its first account.
CREATE OR REPLACE FUNCTION guard_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF asks_as_owner() THEN
    RETURN coalesce(NEW, OLD);
  ELSIF stated_user() IS NOT NULL AND (CASE WHEN TG_OP = 'INSERT' THEN NOT stated_user_outranks(NEW.role_key)
    ELSE OLD.id <> ALL (stated_user()) AND NOT stated_user_outranks(OLD.role_key) END) THEN
    NULL;
  ELSIF scope_all('') OR TG_OP = 'INSERT' AND scope_all('people') AND NEW.role_key <> 'ADMIN' THEN
    RETURN coalesce(NEW, OLD);
  ELSIF TG_OP = 'UPDATE' AND NEW.role_key = OLD.role_key AND NEW.user_group_id = OLD.user_group_id
    AND NEW.id = OLD.id AND (scope_all('people') OR OLD.id = ANY (stated_user())) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a change of an account beyond its scope' USING ERRCODE = 'insufficient_privilege';
END
$$;
