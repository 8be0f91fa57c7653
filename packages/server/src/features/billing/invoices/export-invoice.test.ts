/** Tests that the spreadsheet of a month has each row once, whatever is confirmed while it is made. */
import { expect, test } from 'vitest';
import { readAsking } from '../../../records/people/asking.ts';
import { invoiceWorld } from '../../../testing/test-invoices.ts';
import { invoiceSheet } from './export-invoice.ts';

test('a case that is confirmed between two parts neither repeats nor hides another one', async () => {
  const world = await invoiceWorld();
  const days = ['01', '02', '03', '04'];
  const added: number[] = [];
  for (const day of days) added.push(await world.addCase({ at: `2025-03-${day}T00:00:00Z` }));
  await world.credit(added[0] ?? 0);
  const caller = await readAsking(world.db, world.person('admin').id);
  if (caller === null) throw new Error('no administrator');
  const order = { caller, input: { month: '2025-03' }, language: 'en' } as const;
  const sheet = await invoiceSheet(world.db, order, 'Asia/Tokyo', 2);
  const rows: string[] = [];
  const case_ids: number[] = [];
  for await (const batch of sheet.batches(new AbortController().signal)) {
    if (rows.length === 0) await world.addCase({ at: '2025-03-30T00:00:00Z' });
    rows.push(...batch.rows.map((cells) => JSON.stringify(cells.slice(0, 2))));
    case_ids.push(...(batch.case_ids ?? []));
  }
  expect(new Set(rows).size).toBe(rows.length);
  expect(case_ids).toEqual([...added.toReversed(), added[0]]);
});
