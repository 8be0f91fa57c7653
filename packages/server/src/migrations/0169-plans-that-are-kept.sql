-- Every statement reads its scope several times, and every change of a case counts it anew. Both were planned at each call,
-- because PostgreSQL estimates a plan with known values to be cheaper; planning took most of their time.

-- The scope that is open, as JSON; null where none is, or one that was not sealed for here and now. The key is read by a
-- query without values, whose plan is kept.
CREATE OR REPLACE FUNCTION present_scope() RETURNS json LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope text := nullif(current_setting('rhythmdesk.scope', true), '');
  seal text;
  kind text;
  since timestamptz;
  key public.scope_keys;
BEGIN
  IF scope IS NULL OR session_user = current_user THEN
    RETURN scope::json;
  END IF;
  seal := current_setting('rhythmdesk.seal', true);
  kind := split_part(seal, ' ', 1);
  since := CASE WHEN kind = 'standing' THEN pg_postmaster_start_time() ELSE transaction_timestamp() END;
  SELECT * INTO key FROM public.scope_keys;
  IF seal = kind || ' ' || encode(sha256(key.outer_key || sha256(key.inner_key || convert_to('held ' || kind || ' ', 'UTF8')
      || timestamptz_send(since) || convert_to(scope, 'UTF8'))), 'hex') OR public.asks_as_owner() THEN
    RETURN scope::json;
  END IF;
  RETURN NULL;
END
$$;

-- Opens a scope as before, with one reading of the key. The seal is compared first, because it is usually there.
CREATE OR REPLACE FUNCTION open_scope(scope text, seal text, standing boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := CASE WHEN standing THEN 'standing' ELSE 'transaction' END;
  since timestamptz := CASE WHEN standing THEN pg_postmaster_start_time() ELSE transaction_timestamp() END;
  key public.scope_keys;
BEGIN
  SELECT * INTO key FROM public.scope_keys;
  -- A seal that is null, or a key that is not there yet, is no seal.
  IF (seal = encode(sha256(key.outer_key || sha256(key.inner_key
      || convert_to('open ' || kind || ' ' || pg_backend_pid() || ' ' || scope, 'UTF8'))), 'hex')) IS NOT TRUE
    AND NOT public.asks_as_owner()
    AND (NOT standing AND seal = public.scope_seal(convert_to(
      'open ' || public.scope_place() || ' ' || scope, 'UTF8'))) IS NOT TRUE THEN
    RAISE EXCEPTION 'a scope without its seal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('rhythmdesk.scope', scope, NOT standing);
  PERFORM set_config('rhythmdesk.seal', kind || ' ' || encode(sha256(key.outer_key || sha256(key.inner_key
    || convert_to('held ' || kind || ' ', 'UTF8') || timestamptz_send(since) || convert_to(scope, 'UTF8'))), 'hex'), NOT standing);
END
$$;

-- Counts cases anew, by one plan for any number of cases.
DO $do$
DECLARE names text := (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
  WHERE a.attrelid = 'case_statistics'::regclass AND a.attnum > 0 AND NOT a.attisdropped);
BEGIN
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION count_cases_anew(changed bigint[]) RETURNS void LANGUAGE plpgsql
      SET plan_cache_mode = force_generic_plan AS $body$
    BEGIN
      INSERT INTO case_statistics AS s SELECT * FROM case_statistics_counted WHERE case_id = ANY (changed)
      ON CONFLICT (case_id) DO UPDATE SET (%1$s) = ROW (%2$s)
      WHERE ROW (s.*) IS DISTINCT FROM ROW (excluded.*);
    END
    $body$$sql$, names, regexp_replace(names, '(\w+)', 'excluded.\1', 'g'));
END
$do$;

-- A statement that changes no row of `case_statistics` moves no sum.
DO $do$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES ('add_statistics_sums', 'new_rows'), ('move_statistics_sums', 'new_rows'))
    parts (name, rows) LOOP
    EXECUTE regexp_replace(pg_get_functiondef(part.name::regproc), '\mBEGIN\M',
      format('BEGIN IF NOT EXISTS (SELECT FROM %s) THEN RETURN NULL; END IF;', part.rows));
  END LOOP;
END
$do$;
