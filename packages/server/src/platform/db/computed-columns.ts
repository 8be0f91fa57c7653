/**
 * Lets migrations change the expression of a computed column on every version of PostgreSQL. 15 and 16 cannot change
 * it: there the column is dropped and added again, with the indexes and views that use it. It is then the last of its
 * table, so a view of all columns has another order and is made anew, too. Minor versions of 2026 refuse to rewrite a
 * table while a function takes a row of it, so those functions are removed and made again.
 */
const firstWithSetExpression = 170_000;

const setExpression = /ALTER TABLE (\w+) ALTER COLUMN (\w+) SET EXPRESSION AS \(([\s\S]*?)\);\n/g;

const viewOfAll = /^CREATE OR REPLACE VIEW (\w+) AS SELECT \*/gm;

/** Exist only on the connection of the migrations. The rights to a view are set again after all migrations. */
const helpers = `
CREATE OR REPLACE FUNCTION pg_temp.replace_column(changed regclass, name text, expression text) RETURNS void
LANGUAGE plpgsql AS $helper$
DECLARE
  kept record;
  again text[];
BEGIN
  SELECT a.attnum AS number, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required INTO STRICT kept
    FROM pg_attribute a WHERE a.attrelid = changed AND a.attname = name;
  SELECT array_agg(statement ORDER BY statement) INTO again FROM (
    SELECT pg_get_indexdef(d.objid) AS statement FROM pg_depend d JOIN pg_index i ON i.indexrelid = d.objid
      WHERE d.classid = 'pg_class'::regclass AND d.refobjid = changed AND d.refobjsubid = kept.number
    UNION
    SELECT format('CREATE VIEW %s %s AS %s', v.oid::regclass,
        coalesce('WITH (' || array_to_string(v.reloptions, ', ') || ')', ''), pg_get_viewdef(v.oid))
      FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
      WHERE d.classid = 'pg_rewrite'::regclass AND d.refobjid = changed AND d.refobjsubid = kept.number
  ) AS dependent;
  EXECUTE format('ALTER TABLE %s DROP COLUMN %I CASCADE', changed, name);
  EXECUTE format('ALTER TABLE %s ADD COLUMN %I %s GENERATED ALWAYS AS (%s) STORED %s', changed, name, kept.type,
    expression, CASE WHEN kept.required THEN 'NOT NULL' ELSE '' END);
  FOR number IN 1 .. coalesce(array_length(again, 1), 0) LOOP
    EXECUTE again[number];
  END LOOP;
END
$helper$;

CREATE OR REPLACE FUNCTION pg_temp.set_expression(changed regclass, name text, expression text, can_set boolean)
RETURNS void LANGUAGE plpgsql AS $helper$
DECLARE
  takers regprocedure[];
  again text[];
BEGIN
  SELECT array_agg(f.oid::regprocedure), array_agg(pg_get_functiondef(f.oid)) INTO takers, again
    FROM pg_class c JOIN pg_proc f ON c.reltype = ANY (f.proargtypes) WHERE c.oid = changed;
  FOR number IN 1 .. coalesce(array_length(again, 1), 0) LOOP
    EXECUTE format('DROP FUNCTION %s', takers[number]);
  END LOOP;
  IF can_set THEN
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET EXPRESSION AS (%s)', changed, name, expression);
  ELSE
    PERFORM pg_temp.replace_column(changed, name, expression);
  END IF;
  FOR number IN 1 .. coalesce(array_length(again, 1), 0) LOOP
    EXECUTE again[number];
  END LOOP;
END
$helper$;
`;

function changeColumns(text: string, canSet: boolean): string {
  if (text.search(setExpression) < 0) return text;
  return (
    helpers +
    text.replace(
      setExpression,
      (_all, table: string, column: string, expression: string) =>
        `SELECT pg_temp.set_expression('${table}', '${column}', $expression$${expression}$expression$, ${String(canSet)});\n`,
    )
  );
}

/** Returns the text of a migration for a server of this version, such as 150018. */
export function textFor(serverVersion: number, text: string): string {
  const canSet = serverVersion >= firstWithSetExpression;
  const changed = changeColumns(text, canSet);
  return canSet ? changed : changed.replace(viewOfAll, 'DROP VIEW IF EXISTS $1;\nCREATE VIEW $1 AS SELECT *');
}
