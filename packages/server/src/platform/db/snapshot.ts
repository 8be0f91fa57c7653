/**
 * Reads the whole database as of one instant: a read-only transaction in which every query sees the same rows while
 * others continue to write. Row-level security must not filter it; PostgreSQL fails instead (`row_security = off`).
 */
import { Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { ConnectionSettings } from './database.ts';

const fetchedAtOnce = 5_000;

/** Settings that make a copy independent of the server's configuration. */
export const copySettings = [
  `set client_encoding = 'UTF8'`,
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set extra_float_digits = 3`,
  `set bytea_output = 'hex'`,
  `set row_security = off`,
  `set statement_timeout = 0`,
  `set lock_timeout = 0`,
  `set idle_in_transaction_session_timeout = 0`,
] as const;

const tablesShape = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));
const sequencesShape = z.array(z.object({ name: z.string(), last_value: z.string() }));
const migrationsShape = z.array(z.object({ name: z.string(), sha256: z.string() }));
const nowShape = z.object({ now: z.date() });

/** Selects every table except for the list of migrations, with the columns that are not computed from others. */
const tablesQuery = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migration'
  group by c.relname order by c.relname`;
const sequencesQuery = `select sequencename as name, last_value::text as last_value from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`;
const migrationsQuery = 'select name, sha256 from schema_migration order by name';

export type TableColumns = z.output<typeof tablesShape>[number];

/**
 * Tables that are copied without rows. Sessions are left out, so after a restore everyone signs in again. Exports are
 * kept for only a day, so nobody needs a second copy of them or of their files. The key of the scopes is written again
 * by the next start.
 */
const emptyTables = new Set(['sessions', 'exports', 'scope_keys', 'files_waiting', 'nodes']);

export class Snapshot {
  readonly #client: Client;
  readonly at: Date;
  private constructor(client: Client, at: Date) {
    this.#client = client;
    this.at = at;
  }

  static async open(owner: ConnectionSettings): Promise<Snapshot> {
    const client = new Client({ ...owner, application_name: 'rhythmdesk snapshot' });
    // A broken connection is reported by the query that was running.
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const setting of copySettings) await client.query(setting);
      await client.query('begin isolation level repeatable read, read only');
      const answer = await client.query('select clock_timestamp() as now');
      return new Snapshot(client, nowShape.parse(answer.rows[0]).now);
    } catch (fault) {
      await client.end();
      throw fault;
    }
  }

  async migrations() {
    return migrationsShape.parse((await this.#client.query(migrationsQuery)).rows);
  }

  async tables(): Promise<TableColumns[]> {
    return tablesShape.parse((await this.#client.query(tablesQuery)).rows);
  }

  async sequences() {
    return sequencesShape.parse((await this.#client.query(sequencesQuery)).rows);
  }

  /** Returns the rows of a table in COPY format; `rowCount` is set once the stream has ended. */
  copy({ name, columns }: TableColumns) {
    const list = columns.map((column) => escapeIdentifier(column)).join(', ');
    const filter = emptyTables.has(name) ? ' where false' : '';
    return this.#client.query(
      copyTo(`copy (select ${list} from public.${escapeIdentifier(name)}${filter}) to stdout`),
    );
  }

  /** Returns the result of a query of any length, some rows at a time. */
  async *batches(query: string): AsyncGenerator<readonly unknown[], undefined> {
    await this.#client.query(`declare walk no scroll cursor for ${query}`);
    try {
      for (;;) {
        const answer = await this.#client.query(`fetch ${String(fetchedAtOnce)} from walk`);
        const rows: readonly unknown[] = answer.rows;
        yield rows;
        if (rows.length < fetchedAtOnce) break;
      }
    } finally {
      await this.#client.query('close walk');
    }
  }

  async *rows(query: string): AsyncGenerator<unknown, undefined> {
    for await (const batch of this.batches(query)) yield* batch;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
