/**
 * Sets the permissions of the application's role: it may read and write rows, but never change tables. In a table whose
 * trigger calls `refuse_change()` it may only read and add rows. If a trigger calls `refuse_other_change('column', …)`,
 * it may set those columns. If one calls `refuse_direct_change()`, it may only read.
 */
import { type Client, escapeIdentifier } from 'pg';
import { z } from 'zod';

const namesShape = z.array(z.object({ name: z.string() }));
const keptShape = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));

/** Returns the tables whose triggers call this function. */
async function tablesOf(client: Client, refusal: string): Promise<string[]> {
  const answer = await client.query(
    `select distinct c.relname as name
     from pg_class c join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and p.proname = $1`,
    [refusal],
  );
  return namesShape.parse(answer.rows).map(({ name }) => name);
}

/** Returns the views, which are read-only: a change through a view would bypass the policies of its table. */
async function views(client: Client): Promise<string[]> {
  const answer = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  );
  return namesShape.parse(answer.rows).map(({ name }) => name);
}

/** Returns the tables of which only some columns may change: those in the arguments of their trigger. */
async function keptTables(client: Client): Promise<z.output<typeof keptShape>> {
  const answer = await client.query(
    `select c.relname as name,
       array_remove(string_to_array(replace(encode(t.tgargs, 'escape'), 'again:', ''), '\\000'), '') as columns
     from pg_class c join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and p.proname = 'refuse_other_change'`,
  );
  return keptShape.parse(answer.rows);
}

/** Revokes what the triggers refuse. */
async function revokeChanges(client: Client, role: string): Promise<void> {
  for (const table of await tablesOf(client, 'refuse_change')) {
    await client.query(`revoke update, delete, truncate on ${escapeIdentifier(table)} from ${role}`);
  }
  for (const table of await tablesOf(client, 'refuse_direct_change')) {
    await client.query(`revoke insert, update, delete, truncate on ${escapeIdentifier(table)} from ${role}`);
  }
  for (const { name, columns } of await keptTables(client)) {
    const list = columns.map((column) => escapeIdentifier(column)).join(', ');
    await client.query(`grant update (${list}) on ${escapeIdentifier(name)} to ${role}`);
  }
}

/** Columns that only a function of the owner may change (migration 0083). */
const placedColumns = ['role_key', 'user_group_id'];

/** Grants updates of only the other columns of users. */
async function revokePlaces(client: Client, role: string): Promise<void> {
  const found = await client.query(
    `select attname as name from pg_attribute
     where attrelid = 'public.users'::regclass and attnum > 0 and not attisdropped and attname <> all ($1)`,
    [placedColumns],
  );
  const columns = namesShape.parse(found.rows).map(({ name }) => escapeIdentifier(name));
  await client.query(`revoke update on users from ${role}`);
  await client.query(`grant update (${columns.join(', ')}) on users to ${role}`);
}

/**
 * Revokes trigger functions that run as the owner. Otherwise the application's role could attach them to a table of its
 * own and run them on invented rows. Existing triggers do not need this permission.
 */
async function revokeTriggerFunctions(client: Client, role: string): Promise<void> {
  const found = await client.query(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and prorettype = 'trigger'::regtype`,
  );
  for (const { name } of namesShape.parse(found.rows)) {
    await client.query(`revoke execute on function ${name} from public, ${role}`);
  }
}

function schemaGrants(schema: string, role: string): string[] {
  return [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select on all sequences in schema ${schema} to ${role}`,
    `grant execute on all functions in schema ${schema} to ${role}`,
  ];
}

/**
 * Opens the tables of graphile-worker to scopes of the application; its row policies close them to everyone but their
 * owner. Without a scope nobody may add a job, because a job could have a password link mailed. A table that is already
 * open is not changed: changing its policy locks the whole table, and a running worker may hold another lock.
 */
async function openJobRows(client: Client, appRole: string): Promise<void> {
  const answer = await client.query(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity and not exists (
       select 1 from pg_policy p join pg_roles r on p.polroles = array[r.oid]
       where p.polrelid = c.oid and p.polname = 'in_a_scope' and r.rolname = $1)`,
    [appRole],
  );
  const role = escapeIdentifier(appRole);
  for (const { name } of namesShape.parse(answer.rows)) {
    const table = `graphile_worker.${escapeIdentifier(name)}`;
    await client.query(`drop policy if exists application on ${table}`);
    await client.query(`drop policy if exists in_a_scope on ${table}`);
    await client.query(
      `create policy in_a_scope on ${table} to ${role} using ((select public.scope_open()))`,
    );
  }
}

/** Sets the permissions in one transaction; does nothing if owner and application use the same role. */
export async function grantToApp(client: Client, appRole: string): Promise<void> {
  const current = await client.query<{ is_self: boolean }>('select current_user = $1 as is_self', [appRole]);
  if (current.rows[0]?.is_self === true) return;
  const role = escapeIdentifier(appRole);
  await client.query('begin');
  try {
    for (const schema of ['public', 'graphile_worker']) {
      for (const statement of schemaGrants(schema, role)) await client.query(statement);
    }
    await client.query(`revoke insert, update, delete on schema_migration from ${role}`);
    await client.query(`revoke all on scope_keys from ${role}`);
    await client.query(`revoke execute on function scope_seal(bytea) from ${role}`);
    for (const view of await views(client)) {
      await client.query(`revoke insert, update, delete on ${escapeIdentifier(view)} from ${role}`);
    }
    await openJobRows(client, appRole);
    await revokeChanges(client, role);
    await revokePlaces(client, role);
    await revokeTriggerFunctions(client, role);
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback');
    throw fault;
  }
}
