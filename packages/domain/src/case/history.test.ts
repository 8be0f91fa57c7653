import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPreviousHash } from '../kit/chained-fields.ts';
import { brokenAt, chainHash, historyText } from './history.ts';
import type { ChainedRow, HistoryRow } from './history.ts';
import { caseStatuses } from './status.ts';

/** Computes FNV-1a, which is enough to detect a change; the product uses SHA-256. */
function exampleHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

const anyChain: fc.Arbitrary<Pick<HistoryRow, 'chain' | 'file_sha256'>> = fc.oneof(
  fc.record({ chain: fc.constant<1>(1), file_sha256: fc.constant(null) }),
  fc.record({ chain: fc.constant<2>(2), file_sha256: fc.option(fc.constantFrom('a', 'b')) }),
);

const anyStep = fc.record({
  case_id: fc.integer({ min: 1, max: 3 }),
  version: fc.integer({ min: 1, max: 30 }),
  action: fc.constantFrom('request', 'start', 'close'),
  from_status: fc.option(fc.constantFrom(...caseStatuses)),
  status: fc.constantFrom(...caseStatuses),
  user_id: fc.option(fc.integer({ min: 1, max: 30 })),
  role_key: fc.option(fc.constantFrom('CHIEF', 'ADMIN')),
  user_group_id: fc.option(fc.integer({ min: 1, max: 30 })),
  description: fc.string({ maxLength: 6 }),
  request_id: fc.string({ maxLength: 6 }),
  created_ms: fc.integer({ min: 0 }),
});
const anyRow: fc.Arbitrary<HistoryRow> = fc
  .tuple(anyStep, anyChain)
  .map(([step, chained]) => ({ ...step, ...chained }));

function chain(rows: readonly HistoryRow[]): ChainedRow[] {
  let previous_hash = firstPreviousHash;
  return rows.map((row) => {
    const hash = chainHash(row, previous_hash, exampleHash);
    const chained = { ...row, previous_hash, hash };
    previous_hash = hash;
    return chained;
  });
}

test('two rows are serialised alike only if they are equal', () => {
  fc.assert(
    fc.property(anyRow, anyRow, (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      expect(historyText(a, firstPreviousHash) === historyText(b, firstPreviousHash)).toBe(same);
    }),
  );
});

test('a text that looks like two fields is still one', () => {
  const base: HistoryRow = {
    case_id: 1,
    version: 1,
    action: 'start',
    from_status: 'assigned',
    status: 'start',
    user_id: 3,
    role_key: 'CHIEF',
    user_group_id: 2,
    description: 'a|1:b',
    request_id: 'c',
    created_ms: 5,
    chain: 1,
    file_sha256: null,
  };
  const shifted = { ...base, description: 'a', request_id: 'b|1:c' };
  expect(historyText(base, 'x')).not.toBe(historyText(shifted, 'x'));
  expect(historyText({ ...base, description: '-' }, 'x')).toContain('|1:-|');
  expect(historyText(base, 'ab')).toBe(
    'history-1|2:ab|1:1|1:1|5:start|8:assigned|5:start|1:3|5:CHIEF|1:2|5:a|1:b|1:c|1:5',
  );
});

test('a complete chain is valid; a changed, removed or swapped row is found', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 2, maxLength: 8 }), fc.nat(), (rows, pick) => {
      const whole = chain(rows);
      expect(brokenAt(whole, exampleHash)).toBeNull();
      const at = pick % whole.length;
      const changed = whole.map((row, index) =>
        index === at ? { ...row, description: `${row.description}.` } : row,
      );
      expect(brokenAt(changed, exampleHash)).toBe(at);
      if (at < whole.length - 1) expect(brokenAt(whole.toSpliced(at, 1), exampleHash)).toBe(at);
    }),
  );
});

test('a row of chain 2 contains the file’s hash, and counts a letter of two UTF-16 units once', () => {
  const row: HistoryRow = {
    case_id: 1,
    version: 2,
    action: 'add-report',
    from_status: 'start',
    status: 'start',
    user_id: 3,
    role_key: 'TECHNICIAN',
    user_group_id: 2,
    description: '𠮷.pdf',
    request_id: 'c',
    created_ms: 5,
    chain: 2,
    file_sha256: 'f00d',
  };
  expect(historyText(row, 'ab')).toBe(
    'history-2|2:ab|1:1|1:2|10:add-report|5:start|5:start|1:3|10:TECHNICIAN|1:2|5:𠮷.pdf|1:c|1:5|4:f00d',
  );
});
