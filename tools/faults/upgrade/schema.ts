/** Describes the tables of a database, so that a database after an upgrade can be compared with a new one. */
import type { Client } from 'pg';
import { z } from 'zod';

const lines = z.array(z.object({ line: z.string() }));

/** Returns columns, constraints, indexes with their validity, triggers and policies. */
export async function schemaOf(client: Client): Promise<string[]> {
  const found = await client.query(`
    select 'column ' || concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint ' || concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'index ' || concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
      from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t
      join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
    union all select 'policy ' || concat_ws(' ', tablename, policyname, cmd, qual, with_check)
      from pg_policies where schemaname = 'public'
    union all select 'function ' || concat_ws(' ', oid::regprocedure, md5(prosrc))
      from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return lines.parse(found.rows).map(({ line }) => line);
}
