import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListPage, orderDiffers as differs, renewRows as renew } from '../../../ui/list/live-list.ts';
import { exampleRow } from './test-rows.ts';
import { caseRowRule } from './case-row-rule.ts';

type Page = ListPage<ReturnType<typeof exampleRow>>;
const renewRows = (shown: Page, fresh: Page['items']) => renew(shown, fresh, caseRowRule);
const orderDiffers = (shown: Page, fresh: Page) => differs(shown, fresh, caseRowRule);

const pageOf = (rows: ReturnType<typeof exampleRow>[], total = rows.length): Page => ({
  items: rows,
  total,
  page: 1,
  size: 50,
});

test('a newer version replaces its row, an older one does not', () => {
  const shown = pageOf([exampleRow({ case_id: 1, version: 2 }), exampleRow({ case_id: 2, version: 2 })]);
  const fresh = [
    exampleRow({ case_id: 2, version: 3, status: 'start' }),
    exampleRow({ case_id: 1, version: 1 }),
  ];
  const { page, changed } = renewRows(shown, fresh);
  expect(page.items.map(({ case_id, version }) => [case_id, version])).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect(changed).toEqual([2]);
});

test('renewing never moves, adds or removes a row', () => {
  const rows = fc.uniqueArray(fc.record({ case_id: fc.integer({ min: 1, max: 9 }), version: fc.nat(5) }), {
    selector: ({ case_id }) => case_id,
  });
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const shown = pageOf(before.map(exampleRow));
      const { page } = renewRows(shown, after.map(exampleRow));
      expect(page.items.map(({ case_id }) => case_id)).toEqual(before.map(({ case_id }) => case_id));
      for (const [index, row] of page.items.entries()) {
        expect(row.version).toBeGreaterThanOrEqual(before[index]?.version ?? 0);
      }
    }),
  );
});

test('another order, another total and another length differ', () => {
  const [one, two] = [exampleRow({ case_id: 1 }), exampleRow({ case_id: 2 })];
  expect(orderDiffers(pageOf([one, two]), pageOf([one, two]))).toBe(false);
  expect(orderDiffers(pageOf([one, two]), pageOf([two, one]))).toBe(true);
  expect(orderDiffers(pageOf([one, two]), pageOf([one, two], 3))).toBe(true);
  expect(orderDiffers(pageOf([one, two]), pageOf([one], 2))).toBe(true);
});
