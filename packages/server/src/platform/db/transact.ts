/**
 * Runs a function in one transaction and repeats it if PostgreSQL requires that: after a serialization failure (40001)
 * or a deadlock (40P01), in which one side must be rolled back. `work` may therefore run more than once and must have
 * no effect outside of its transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './database.ts';

const attempts = 4;
/** The database refuses to store data for a user whose scope has changed since the request began. */
export const formerScope = 'RD001';
/** The database refuses to store or change data of a patient who was erased. */
export const erasedPatient = 'RD002';
const mayRepeat = new Set(['40001', '40P01']);

/** Returns PostgreSQL's five-character code of a fault, also if drizzle wrapped it. */
export function sqlState(fault: unknown): string | null {
  for (let at = fault, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return null;
}

/** Returns the name of the constraint that refused a row (unique 23505, foreign key 23503, check 23514), else null. */
export function violatedConstraint(fault: unknown): string | null {
  for (let at = fault, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint;
  }
  return null;
}

export async function transact<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options?: PgTransactionConfig,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work, options);
    } catch (fault) {
      const state = sqlState(fault);
      if (attempt === attempts || state === null || !mayRepeat.has(state)) throw fault;
      await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
