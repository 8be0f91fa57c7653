/**
 * Tests that the number of statements of a closing does not grow with its accounts, and that each issuer's numbers are
 * consecutive.
 */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeMonth } from './close-month.ts';
import { makeIdentify } from '../../people/identify.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { notingDb } from '../../../platform/db/test-queries.ts';
import { invoiceWorld } from '../../../testing/test-invoices.ts';

test('a month of two accounts closes with as many statements as a month of one', async () => {
  const world = await invoiceWorld();
  const identify = makeIdentify(world.db, { idle_minutes: 15, absolute_hours: 12 }, systemClock);
  const identified = await identify(world.person('admin').token);
  if ('refused' in identified) throw new Error(identified.refused);
  const change = {
    caller: identified.caller,
    now: new Date('2026-11-22T03:00:00Z'),
    time_zone: 'Asia/Seoul',
  };
  const { db, statements } = notingDb(world.pool);
  const statementsOf = async (month: string, closed: number): Promise<number> => {
    statements.length = 0;
    const done = await closeMonth(db, { month, unpriced_count: 0, correction_count: 0 }, change);
    expect(done).toEqual({ closed, invoices: closed });
    return statements.length;
  };
  await world.addCase({ at: '2025-01-10T00:00:00Z' });
  for (const far of [true, false]) await world.addCase({ at: '2025-02-10T00:00:00Z', far });
  const one = await statementsOf('2025-01', 1);
  expect(await statementsOf('2025-02', 2)).toBe(one);
  const { rows } = await world.db.execute(sql`select month, serial, hospital_id = ${world.ids.far} as is_far
    from invoices order by month, is_far`);
  expect(rows).toEqual([
    { month: '2025-01', serial: 1, is_far: false },
    { month: '2025-02', serial: 2, is_far: false },
    { month: '2025-02', serial: 1, is_far: true },
  ]);
});
