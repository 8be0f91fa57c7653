/**
 * Limits which rows a piece of work may touch, enforced by the database itself (row-level security). It is the second
 * protection behind the conditions in every query. A scope is opened at the start of each transaction and ends with it;
 * a single statement gets its own transaction. Without a scope no row is visible.
 *
 *     inScope(rowScopeOf(caller.actor), () => handler(call));   // a request sees what its caller may read
 *     inScope(everything, () => sweep());                       // work of the installation itself, stated explicitly
 *
 * Invariant: a scope contains what `case.read`, `case.create` and `upload.history` reach, by the same conditions as the
 * queries. It also contains the caller and the center of the caller.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf, type Actor, type Condition, type ScopedObject } from '@rhythmdesk/domain/people/scope';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sealOf, type SealPlace } from './scope-seal.ts';

export type RowScope = {
  /** The settings that the policies read, by name. */
  readonly settings: ReadonlyMap<string, string>;
  /** The same as JSON; this text is sealed. */
  readonly text: string;
};

function scopeOf(settings: ReadonlyMap<string, string>): RowScope {
  for (const [name, value] of settings) {
    if (!/^[a-z_]+$/.test(name) || !/^(on|\{[0-9,]*\}|)$/.test(value)) throw new Error('not a scope');
  }
  return { settings, text: JSON.stringify(Object.fromEntries(settings)) };
}

/** The installation's own work: jobs, sweeps, uploads by their capability, event streams, tools. */
export const everything: RowScope = scopeOf(new Map([['everything', 'on']]));

/** Work on accounts before the user is known: sign-in, sign-up, sessions. It reaches no case. */
export const accounts: RowScope = scopeOf(new Map([['all_people', 'on']]));

/** The fields that the policies use. */
const policyFields: ReadonlySet<string> = new Set([
  ...['tech_center_id', 'hospital_id', 'technician_group_id', 'uploader_group_id'].map(
    (each) => `case_${each}`,
  ),
  ...['hospital_id', 'user_group_id', 'tech_center_id'].map((each) => `upload_${each}`),
  ...['hospital_id', 'tech_center_id'].map((each) => `made_${each}`),
]);
/** These fields are not known for a case that is about to be created. */
const unknownOfNew: ReadonlySet<string> = new Set(['technician_group_id', 'uploader_group_id']);

type Stated = Map<string, Set<number>>;

/** Adds a condition as ids by field. A condition that no policy can express is a fault, not a wider scope. */
function state<Kind extends ScopedObject>(
  stated: Stated,
  prefix: string,
  { any }: Condition<Kind>,
  unknown: ReadonlySet<string> = new Set(),
): void {
  for (const [test, ...more] of any) {
    if (test === undefined || more.length > 0) throw new Error('a condition that no policy knows');
    if (unknown.has(test.field)) continue;
    const name = `${prefix}_${test.field}`;
    if (!policyFields.has(name)) throw new Error(`no policy asks by ${name}`);
    const ids = test.values.filter((value) => typeof value === 'number');
    stated.set(name, new Set([...(stated.get(name) ?? []), ...ids]));
  }
}

export function rowScopeOf(actor: Actor): RowScope {
  const settings = new Map([
    ['everything', ''],
    ['user_id', `{${String(actor.id)}}`],
    ['center_id', actor.tech_center_id === null ? '' : `{${String(actor.tech_center_id)}}`],
    ['scope_number', actor.scope_number === undefined ? '' : `{${String(actor.scope_number)}}`],
  ]);
  const stated: Stated = new Map();
  const add = (
    kind: 'case' | 'upload',
    permission: Permission,
    prefix: string,
    all: string,
    unknown?: ReadonlySet<string>,
  ): void => {
    const grant = can(actor, permission);
    if (grant === 'never') return;
    const condition = conditionOf(kind, actor, grant);
    if (condition.any.some((tests) => tests.length === 0)) settings.set(`all_${all}`, 'on');
    else state(stated, prefix, condition, unknown);
  };
  add('case', 'case.read', 'case', 'cases');
  add('case', 'case.create', 'made', 'made', unknownOfNew);
  add('upload', 'upload.history', 'upload', 'uploads');
  for (const [name, ids] of stated) settings.set(name, `{${[...ids].join(',')}}`);
  return scopeOf(settings);
}

/**
 * Returns the scope for rows that the installation writes for a caller: they are bound to the caller's current scope.
 */
export const everythingFor = ({ id, scope_number }: Actor): RowScope =>
  scopeOf(
    new Map([
      ['everything', 'on'],
      ['user_id', `{${String(id)}}`],
      ['scope_number', scope_number === undefined ? '' : `{${String(scope_number)}}`],
    ]),
  );

const present = new AsyncLocalStorage<RowScope>();

/** What scopes of a transaction are sealed with and for. */
export type Sealing = { readonly key: Buffer | null; readonly place: SealPlace };
const connected = new AsyncLocalStorage<Sealing>();

type Statements = Pick<NodePgDatabase, 'execute'>;

export const presentScope = (): RowScope | undefined => present.getStore();

/** Runs `work` so that all its database queries use this scope, including a statement that it only returns. */
export function inScope<Result>(scope: RowScope, work: () => PromiseLike<Result>): Promise<Result> {
  return present.run(scope, async () => await work());
}

/** Returns the statement that opens a scope at a place: for one transaction, or for as long as the connection is open. */
export function openingOf({ text }: RowScope, { key, place }: Sealing) {
  const values = [text, sealOf(key, place, text), place.startsWith('standing ')];
  return { name: 'open_scope', text: 'select open_scope($1, $2, $3)', values };
}

/** Runs a transaction in which steps may exceed their scope. */
export const sealedWith = <Result>(on: Sealing, work: () => Promise<Result>): Promise<Result> =>
  connected.run(on, work);

/**
 * Runs a step of a caller's transaction that must reach rows outside the caller's scope, such as a notification to
 * another user. Afterwards the caller's scope applies again.
 */
export async function beyondScope<Result>(tx: Statements, work: () => Promise<Result>): Promise<Result> {
  const scope = presentScope();
  const on = connected.getStore();
  if (scope === everything) return work();
  if (on === undefined) throw new Error('a step beyond the scope of no transaction');
  const { text } = scopeOf(new Map([...(scope?.settings ?? []), ['everything', 'on']]));
  // Reads the previous scope before changing it, in one round trip; a tool's connection may have full access by itself.
  const { rows } = await tx.execute(sql`select held.*, open_scope(${text}, ${sealOf(on.key, on.place, text)})
    from (select coalesce(current_setting('rhythmdesk.scope', true), '') as scope,
      coalesce(current_setting('rhythmdesk.seal', true), '') as seal offset 0) held`);
  const result = await work();
  await tx.execute(sql`select set_config('rhythmdesk.scope', ${rows[0]?.['scope']}, true),
    set_config('rhythmdesk.seal', ${rows[0]?.['seal']}, true)`);
  return result;
}
