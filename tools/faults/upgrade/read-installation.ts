/**
 * Reads an installation through its API and its tables, so that the states before and after an upgrade can be compared.
 * Responses are compared by the fields of the older program, bytes by their SHA-256.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { z } from 'zod';
import { api } from '../ask.ts';
import { invariant } from '../fault-program.ts';
import { uploadOffsetOf } from '../tus-client.ts';
import type { OldData } from './fill-installation.ts';

export const rowsShape = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type Rows = z.output<typeof rowsShape>;
export const answersShape = z.record(z.string(), z.unknown());
export type Answers = z.output<typeof answersShape>;

/** Changes that the current program may make to a row or a response of the older one: the place, and the reason. */
const changedByUpgrade: readonly (readonly [place: RegExp, why: string])[] = [
  [/^rows\.schema_migration$/, 'later migrations are added'],
  [/^rows\.invoice_months$/, '0038 drops the table, which no older program reads or writes'],
  [
    /^rows\.agreements\.\d+\.(link_hash|link_expires_at|withdrawn_at)$/,
    '0023 drops the columns of links and withdrawals, which have tables of their own since',
  ],
  [
    /^rows\.notices\.\d+\.(title|content)$/,
    '0026 copies them to notice_texts in English and drops the columns',
  ],
  [/^answers\.\w+ user\/me\.body\.session_expires_at$/, 'reading over the API renews it'],
  [
    /^answers\.case\/case\/\d+\/files\.body\.request_uploaded$/,
    'documents are hidden from a technician for whom the patient is masked; the doctor still sees each of them',
  ],
  [/\/analysis\.body\.current_engine$/, 'it names the engine of the program that answers'],
  [/^rows\.sessions\.\d+\.last_seen_at$/, 'reading over the API renews it'],
];

/** Columns that 0022 and 0016 renamed; their values are compared under the older name. */
const renamed: Readonly<Record<string, string>> = {
  'recordings.glyph': 'sparkline',
  'login_failures.user_id_key': 'counted',
};
/** Fields of responses that 0022 renamed. */
const renamedFields: Readonly<Record<string, string>> = { glyph: 'sparkline' };

const isChanged = (place: string): boolean => changedByUpgrade.some(([known]) => known.test(place));

const nameRow = z.object({ name: z.string() });
const columnsShape = z.array(nameRow);
const jsonRow = z.object({ row: z.record(z.string(), z.unknown()) });

/** Returns the stored columns of each table that the application uses; generated columns follow from them. */
export async function readColumns(client: Client): Promise<Map<string, string[]>> {
  const tables = await client.query(`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found = new Map<string, string[]>();
  for (const { name } of columnsShape.parse(tables.rows)) {
    const columns = await client.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [name],
    );
    found.set(
      name,
      columnsShape.parse(columns.rows).map((each) => each.name),
    );
  }
  return found;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

async function primaryKeyOf(client: Client, table: string): Promise<string[]> {
  const found = await client.query(
    `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indisprimary and indrelid = $1::regclass order by attnum`,
    [`public."${table}"`],
  );
  return columnsShape.parse(found.rows).map(({ name }) => name);
}

/** Returns the rows with those of the named columns that the tables still have, in the order of their keys. */
export async function readTableRows(
  client: Client,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<Rows> {
  const rows: Rows = {};
  const today = await readColumns(client);
  for (const [table, names] of columns) {
    const now = new Set(today.get(table));
    const kept = names.flatMap((name) => {
      const other = now.has(name) ? name : renamed[`${table}.${name}`];
      return other === undefined || !now.has(other) ? [] : [`"${other}" as "${name}"`];
    });
    if (kept.length === 0) continue;
    const key = await primaryKeyOf(client, table);
    const order = key.length === 0 ? '' : `order by ${quoted(key)}`;
    const found = await client.query(
      `select to_jsonb(r) as row from (select ${kept.join(', ')} from public."${table}" ${order}) r`,
    );
    rows[table] = found.rows.map((each) => jsonRow.parse(each).row);
  }
  return rows;
}

async function readAnswer(address: string, path: string, token: string): Promise<unknown> {
  const answer = await fetch(`${address}/${api(path)}`, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const body: unknown = isJson
    ? JSON.parse(bytes.toString('utf8'))
    : createHash('sha256').update(bytes).digest('hex');
  return { status: answer.status, body };
}

const ofCase = (case_id: number): readonly string[] => [
  ...['', '/history', '/comments', '/files', '/report'].map((part) => `case/case/${String(case_id)}${part}`),
  ...['', '/tile/0/0/0', '/tile/0/1/0', '/analysis', '/beats/1'].map(
    (part) => `recording/${String(case_id)}${part}`,
  ),
];

export async function readAnswers(address: string, { tokens, case_ids, half }: OldData): Promise<Answers> {
  const answers: Answers = {};
  for (const [role, token] of Object.entries(tokens)) {
    answers[`${role} user/me`] = await readAnswer(address, 'user/me', token);
  }
  for (const path of case_ids.flatMap(ofCase)) {
    answers[path] = await readAnswer(address, path, tokens.TECHNICIAN);
  }
  for (const case_id of case_ids) {
    const path = `case/case/${String(case_id)}/files`;
    answers[`DOCTOR ${path}`] = await readAnswer(address, path, tokens.DOCTOR);
  }
  answers['half upload'] = await uploadOffsetOf(address, half);
  return answers;
}

const answer = z.object({ status: z.number(), body: z.unknown() });

/** A request that the older program refused may be refused with another text. */
function areBothRefused(before: unknown, after: unknown): boolean {
  const [old, now] = [answer.safeParse(before), answer.safeParse(after)];
  return old.success && now.success && old.data.status >= 400 && now.data.status >= 400;
}

const short = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 160);

/** Returns the places at which `after` lacks or changes something of `before`. */
function differences(before: unknown, after: unknown, place: string): string[] {
  if (isDeepStrictEqual(before, after) || areBothRefused(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const found: unknown[] = after;
    return before.flatMap((each, at) => differences(each, found[at], `${place}.${String(at)}`));
  }
  const [old, now] = [answersShape.safeParse(before), answersShape.safeParse(after)];
  if (old.success && now.success && !Array.isArray(before)) {
    return Object.entries(old.data).flatMap(([name, value]) =>
      differences(value, now.data[name] ?? now.data[renamedFields[name] ?? name], `${place}.${name}`),
    );
  }
  if (isChanged(place)) return [];
  return [`${place}: ${short(before)} → ${short(after)}`];
}

export function checkSame(before: unknown, after: unknown, place: string): void {
  const found = differences(before, after, place);
  invariant(
    found.length === 0,
    `an upgrade changes nothing that was there:\n${found.slice(0, 30).join('\n')}`,
  );
}
