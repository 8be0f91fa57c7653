-- Behind a pooler in transaction mode a program does not know on which connection its next transaction runs. It asks for
-- the place of the transaction first, and seals for that (docs/decisions/0114).

-- The place of this transaction in a seal: its connection and its beginning, which no other transaction shares.
CREATE FUNCTION scope_place() RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN 'once ' || pg_backend_pid() || ' ' || (extract(epoch FROM transaction_timestamp()) * 1000000)::bigint;
END
$$;

-- Opens a scope as before. A seal for the place of this transaction opens one until the transaction ends.
CREATE OR REPLACE FUNCTION open_scope(scope text, seal text, standing boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := CASE WHEN standing THEN 'standing' ELSE 'transaction' END;
  since timestamptz := CASE WHEN standing THEN pg_postmaster_start_time() ELSE transaction_timestamp() END;
BEGIN
  -- A seal that is null, or a key that is not there yet, is no seal.
  IF NOT public.asks_as_owner() AND (seal = public.scope_seal(convert_to(
    'open ' || kind || ' ' || pg_backend_pid() || ' ' || scope, 'UTF8'))) IS NOT TRUE
    AND (NOT standing AND seal = public.scope_seal(convert_to(
      'open ' || public.scope_place() || ' ' || scope, 'UTF8'))) IS NOT TRUE THEN
    RAISE EXCEPTION 'a scope without its seal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('rhythmdesk.scope', scope, NOT standing), set_config('rhythmdesk.seal', kind || ' ' ||
    public.scope_seal(convert_to('held ' || kind || ' ', 'UTF8') || timestamptz_send(since) || convert_to(scope, 'UTF8')),
    NOT standing);
END
$$;
