/**
 * What the application's role may do: read and write rows, never change tables. A table whose trigger calls
 * `refuse_change()` only grows; there the application may read and add, nothing else. Where one calls
 * `refuse_other_change('column', …)` it may set those columns; where one calls `refuse_direct_change()` it only reads.
 */
import { type Client, escapeIdentifier } from 'pg';
import { z } from 'zod';

const namesShape = z.array(z.object({ name: z.string() }));
const keptShape = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));

/** The tables of the triggers that call this function. */
async function tablesOf(client: Client, refusal: string): Promise<string[]> {
  const answer = await client.query(
    `select distinct c.relname as name
     from pg_class c join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and p.proname = $1`,
    [refusal],
  );
  return namesShape.parse(answer.rows).map(({ name }) => name);
}

/** Views are for reading alone: a change through one would pass its table's policies. */
async function views(client: Client): Promise<string[]> {
  const answer = await client.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`,
  );
  return namesShape.parse(answer.rows).map(({ name }) => name);
}

/** Tables of which some columns may change: those that the arguments of their trigger name. */
async function keptTables(client: Client): Promise<z.output<typeof keptShape>> {
  const answer = await client.query(
    `select c.relname as name,
       array_remove(string_to_array(replace(encode(t.tgargs, 'escape'), 'again:', ''), '\\000'), '') as columns
     from pg_class c join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and p.proname = 'refuse_other_change'`,
  );
  return keptShape.parse(answer.rows);
}

/** Takes what the triggers refuse. */
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

/** Columns that only a function of the owner changes (migration 0083). */
const placedColumns = ['role_key', 'user_group_id'];

/** Leaves the right to the other columns of users. */
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
 * Takes the functions of triggers that work as the owner: on a table of its own the application's role could make them
 * work on rows that it made up. A trigger that exists asks for no such right.
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
 * graphile-worker closes its tables row by row to everyone but their owner; this opens them to a scope of the application:
 * whoever could add a job without one could have a password link mailed. A table that
 * is open already is left alone: to change its policy locks it whole, and a worker that works meanwhile may hold another.
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

/** Sets the rights in one transaction; nothing to do where owner and application are one role. */
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
