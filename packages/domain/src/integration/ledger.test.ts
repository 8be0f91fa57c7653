import { expect, test } from 'vitest';
import {
  ledgerFigures,
  ledgerParts,
  ledgerSides,
  openOf,
  unbalancedSides,
  type LedgerCounts,
} from './ledger.ts';

const none: LedgerCounts = {
  ...{ orders: 0, cases: 0, results: 0, messages: 0, critical: 0 },
  ...{ 'order-made': 0, 'order-joined': 0, 'order-known': 0, 'order-refused': 0, 'order-lost': 0 },
  ...{ 'case-ordered': 0, 'case-other': 0 },
  ...{ 'result-acknowledged': 0, 'result-waiting': 0, 'result-refused': 0, 'result-dead': 0 },
  ...{ 'result-missing': 0, 'result-alone': 0 },
  ...{ 'message-acknowledged': 0, 'message-waiting': 0, 'message-refused': 0, 'message-dead': 0 },
  ...{ 'critical-acknowledged': 0, 'critical-open': 0, 'critical-rejected': 0, 'critical-withdrawn': 0 },
};

test('a side whose total is not the sum of its figures is named', () => {
  expect(unbalancedSides(none)).toEqual([]);
  for (const side of ledgerSides) {
    expect(unbalancedSides({ ...none, [side]: 1 })).toEqual([side]);
    for (const figure of ledgerParts[side]) {
      expect(unbalancedSides({ ...none, [figure]: 1 })).toEqual([side]);
      expect(unbalancedSides({ ...none, [side]: 3, [figure]: 3 })).toEqual([]);
    }
  }
  expect(new Set(ledgerFigures).size).toBe(ledgerFigures.length);
});

test('acknowledged results are not open, refused, missing and waiting ones are', () => {
  expect(openOf({ ...none, 'result-acknowledged': 5, 'message-refused': 2, 'result-alone': 1 })).toBe(0);
  expect(openOf({ ...none, 'result-refused': 1, 'result-missing': 2, 'critical-open': 4 })).toBe(7);
});
