/** Checks whether this machine's clock and the database's clock agree. */
import type { Pool } from 'pg';
import { z } from 'zod';
import { clockToleranceMs } from './clock.ts';

const timeRows = z.tuple([z.object({ ms: z.coerce.number() })]);

/** Returns how far this clock is ahead of the database's, measured at the middle of query and response. */
export async function aheadOfDatabaseMs(pool: Pool): Promise<number> {
  const sentMs = Date.now();
  const { rows } = await pool.query(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
  );
  return (sentMs + Date.now()) / 2 - timeRows.parse(rows)[0].ms;
}

export async function isClockOff(pool: Pool): Promise<boolean> {
  return Math.abs(await aheadOfDatabaseMs(pool)) > clockToleranceMs;
}
