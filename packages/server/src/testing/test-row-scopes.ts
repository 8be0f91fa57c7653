/** Returns the caller of a user for the row policies, and how many rows of a table that user sees. */
import type { PgTable } from 'drizzle-orm/pg-core';
import { makeIdentify } from '../features/people/identify.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { inScope, rowScopeOf } from '../platform/db/row-scope.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { tenants } from './test-tenants.ts';
import type { Person } from './test-two-centers.ts';

type World = Pick<Awaited<ReturnType<typeof tenants>>, 'db' | 'person'>;

export function rowScopesIn({ db, person }: World) {
  const callerOf = async (who: Person): Promise<Caller> => {
    const limits = { idle_minutes: 15, absolute_hours: 12 };
    const identified = await makeIdentify(db, limits, systemClock)(who.token);
    if ('refused' in identified) throw new Error(identified.refused);
    return identified.caller;
  };
  const countedBy = async (name: string, table: PgTable): Promise<number> => {
    const { actor } = await callerOf(person(name));
    return inScope(rowScopeOf(actor), () => db.$count(table));
  };
  return { callerOf, countedBy };
}
export type RowScopes = ReturnType<typeof rowScopesIn>;
