/**
 * Decides which versions of the program may use a database at the same time, so that servers can be upgraded one after
 * the other. A version is known by the number of its last migration.
 *
 * A migration keeps the versions before it working: it only adds (expands). One that removes what earlier versions use
 * (contracts) begins with `-- contract: NNNN`, the number of the migration that a version must know to work with it. It
 * is applied only when no earlier version is connected. See docs/decisions/0109.
 */
import { z } from 'zod';
import type { Client } from 'pg';

export type MigrationText = { readonly name: string; readonly text: string };

export const numberOf = (name: string): number => Number(name.slice(0, 4));

/** Returns the number of the migration that a program must know to work after this one; null if every program does. */
export function worksFrom(text: string): number | null {
  const named = /^-- contract: (\d{4})$/m.exec(text)?.[1];
  return named === undefined ? null : Number(named);
}

/** Statements that break an earlier version that still runs, each with the reason. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b/i, 'removes what an earlier version uses'],
  [/\bRENAME\s+(TO|COLUMN|CONSTRAINT|\w+\s+TO)\b/i, 'renames what an earlier version uses'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'requires a value that an earlier version may leave out'],
  [
    /\bADD\s+COLUMN\s+(IF\s+NOT\s+EXISTS\s+)?\w+\s(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/i,
    'adds a required column without a default',
  ],
];

/** Leaves out comments and texts, in which the same words mean nothing. */
const bare = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");

/** Returns what is wrong with a migration for the versions before it; undefined if they keep working. */
export function stepFault({ name, text }: MigrationText): string | undefined {
  const from = worksFrom(text);
  if (from !== null)
    return from < numberOf(name) ? undefined : `${name}: a contract names an earlier migration than itself`;
  const found = bare(text)
    .split(';')
    .flatMap((statement) => breaking.filter(([words]) => words.test(statement)).map(([, why]) => why));
  if (found.length === 0) return undefined;
  return `${name} ${found.join(', ')}: do it in a later release, in a migration that begins with “-- contract: NNNN”`;
}

const applicationName = 'rhythmdesk watch';

/** Returns the name by which other programs recognise the version of this one on its connection. */
export const watchName = (level: number): string => `${applicationName} ${String(level).padStart(4, '0')}`;

const connected = z.array(z.object({ name: z.string(), address: z.string().nullable() }));

/** Returns why a contract cannot be applied now: an earlier version is connected; undefined if none is. */
export async function earlierProgram(
  client: Pick<Client, 'query'>,
  name: string,
  from: number,
): Promise<string | undefined> {
  const answer = await client.query(
    `select application_name as name, host(client_addr) as address from pg_stat_activity
     where datname = current_database() and application_name like '${applicationName}%'`,
  );
  const levelOf = (watch: string): number => Number(watch.slice(applicationName.length));
  const earlier = connected.parse(answer.rows).find((each) => levelOf(each.name) < from);
  if (earlier === undefined) return undefined;
  const where = earlier.address === null ? 'on this machine' : `at ${earlier.address}`;
  return (
    `The migration ${name} removes what a running program ${where} still uses: stop every server and worker of an ` +
    `older version, or first upgrade all of them to the version with the migration ${String(from).padStart(4, '0')}.`
  );
}
