-- A scope counts only when it is sealed: the application's role can name any scope, and cannot seal one. The seal is an
-- HMAC-SHA-256 by a key that the installation makes from its own (platform/db/scope-seal.ts) and that only the owner's
-- role reads. docs/decisions/0050 says why.

-- The two padded keys of the HMAC, written by every start.
CREATE TABLE scope_keys (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  inner_key bytea NOT NULL,
  outer_key bytea NOT NULL
);

-- The owner's role, its members and a superuser state a scope without a seal: no policy holds them anyway.
CREATE FUNCTION asks_as_owner() RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN session_user = current_user OR pg_has_role(session_user, current_user, 'MEMBER');
END
$$;

CREATE FUNCTION scope_seal(message bytea) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sealed text;
BEGIN
  SELECT encode(sha256(k.outer_key || sha256(k.inner_key || message)), 'hex') INTO sealed FROM public.scope_keys k;
  RETURN sealed;
END
$$;
REVOKE EXECUTE ON FUNCTION scope_seal(bytea) FROM PUBLIC;

-- Opens a scope until the transaction ends, or (`standing`) the connection. The application's seal holds for this
-- connection alone, what is kept of it in the settings for this transaction, or until the database starts again.
CREATE FUNCTION open_scope(scope text, seal text, standing boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := CASE WHEN standing THEN 'standing' ELSE 'transaction' END;
  since timestamptz := CASE WHEN standing THEN pg_postmaster_start_time() ELSE transaction_timestamp() END;
BEGIN
  -- A seal that is null, or a key that is not there yet, is no seal.
  IF NOT public.asks_as_owner() AND (seal = public.scope_seal(convert_to(
    'open ' || kind || ' ' || pg_backend_pid() || ' ' || scope, 'UTF8'))) IS NOT TRUE THEN
    RAISE EXCEPTION 'a scope without its seal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('rhythmdesk.scope', scope, NOT standing), set_config('rhythmdesk.seal', kind || ' ' ||
    public.scope_seal(convert_to('held ' || kind || ' ', 'UTF8') || timestamptz_send(since) || convert_to(scope, 'UTF8')),
    NOT standing);
END
$$;

-- The scope that is open, as JSON; null where none is, or one that was not sealed for here and now.
CREATE FUNCTION present_scope() RETURNS json LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope text := nullif(current_setting('rhythmdesk.scope', true), '');
  kind text;
  sealed text;
BEGIN
  IF scope IS NULL OR session_user = current_user THEN
    RETURN scope::json;
  END IF;
  kind := split_part(current_setting('rhythmdesk.seal', true), ' ', 1);
  SELECT encode(sha256(k.outer_key || sha256(k.inner_key || convert_to('held ' || kind || ' ', 'UTF8') || timestamptz_send(
      CASE WHEN kind = 'standing' THEN pg_postmaster_start_time() ELSE transaction_timestamp() END)
      || convert_to(scope, 'UTF8'))), 'hex')
    INTO sealed FROM public.scope_keys k;
  IF kind || ' ' || sealed = current_setting('rhythmdesk.seal', true) OR public.asks_as_owner() THEN
    RETURN scope::json;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION scope_open() RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.present_scope() IS NOT NULL;
END
$$;
CREATE OR REPLACE FUNCTION scope_all(name text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  scope json := public.present_scope();
BEGIN
  RETURN coalesce(scope ->> 'everything' = 'on' OR scope ->> ('all_' || name) = 'on', false);
END
$$;
CREATE OR REPLACE FUNCTION scope_ids(name text) RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN nullif(public.present_scope() ->> name, '')::bigint[];
END
$$;
CREATE OR REPLACE FUNCTION stated_user() RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN nullif(public.present_scope() ->> 'user_id', '')::bigint[];
END
$$;
CREATE OR REPLACE FUNCTION stated_scope_number() RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (nullif(public.present_scope() ->> 'scope_number', '')::bigint[])[1];
END
$$;
