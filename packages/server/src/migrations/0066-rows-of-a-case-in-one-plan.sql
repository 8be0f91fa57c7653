-- What belongs to a case is seen by whoever sees the case. The policies asked a function for each row, which started a
-- query of its own and read the settings of the scope again; a page of a hundred cases spent most of its time there.
-- As a sub-select the question is part of the statement's plan: a row costs one look at the primary key of cases, and
-- the scope is read once. A plain sub-select, not EXISTS: PostgreSQL may answer EXISTS by reading all cases first.
DO $$
DECLARE
  asked record;
BEGIN
  FOR asked IN SELECT tablename, policyname, qual FROM pg_policies
    WHERE schemaname = 'public' AND qual LIKE '%sees_case(case_id)%' LOOP
    EXECUTE format('ALTER POLICY %I ON %I USING (%s)', asked.policyname, asked.tablename, replace(asked.qual,
      'sees_case(case_id)', format('(SELECT true FROM cases c WHERE c.case_id = %I.case_id)', asked.tablename)));
  END LOOP;
END
$$;
DROP FUNCTION IF EXISTS sees_case(bigint);

-- The functions that read the scope were written out in the plan of every statement anew, which took a third of the
-- planning of a query over cases. In PL/pgSQL each keeps its own plan, and a statement calls it once.
CREATE OR REPLACE FUNCTION scope_all(name text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN coalesce(current_setting('rhythmdesk.everything', true) = 'on'
    OR current_setting('rhythmdesk.all_' || name, true) = 'on', false);
END
$$;
CREATE OR REPLACE FUNCTION scope_ids(name text) RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN nullif(current_setting('rhythmdesk.' || name, true), '')::bigint[];
END
$$;
CREATE OR REPLACE FUNCTION scope_hospitals(name text) RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN array(SELECT g.id FROM user_groups g WHERE g.tech_center_id = ANY (scope_ids($1)));
END
$$;
