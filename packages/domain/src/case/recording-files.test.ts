import { expect, test } from 'vitest';
import { kindFault, requiredFiles, sortEntries } from './recording-files.ts';

const named = (...names: string[]) =>
  names.map((name) => ({ name, is_folder: name.endsWith('/'), size_bytes: 100 }));
const whole = [...requiredFiles];
const faultOf = (...names: string[]) => sortEntries(named(...names)).fault;

test('four files at the root or in one folder are a recording, with files that desktops add', () => {
  expect(faultOf(...whole)).toBeNull();
  expect(
    faultOf('a/', ...whole.map((file) => `a/${file}`), '__MACOSX/a/._Report.pdf', 'a/.DS_Store'),
  ).toBeNull();
  expect(faultOf(...whole, 'Order.pdf', 'Events.csv')).toBeNull();
});

test.each([
  [[...whole.slice(0, 3)], 'entry-missing', 'SummaryData.csv'],
  [[...whole.slice(1), 'report.PDF'], 'entry-spelling', 'report.PDF'],
  [[...whole, 'notes.txt'], 'entry-unexpected', 'notes.txt'],
  [[...whole, 'inner.zip'], 'entry-nested-zip', 'inner.zip'],
  [[...whole, 'b/Report.pdf'], 'entry-duplicate', 'b/Report.pdf'],
  [[...whole, 'b/Order.pdf'], 'zip-folders', 'b/Order.pdf'],
  [['a/b/Report.pdf', ...whole.slice(1)], 'zip-folders', 'a/b/Report.pdf'],
  [[...whole, '../Order.pdf'], 'entry-name', '../Order.pdf'],
  [[...whole, 'Order\u202e.pdf'], 'entry-name', 'Order\u202e.pdf'],
])('%j is refused as %s', (names, fault, entry) => {
  expect(faultOf(...names)).toEqual({ fault, entry });
});

test.each(['__MACOSX/._Report.pdf', 'a/.DS_Store'])('%s of more than a mebibyte is no addition', (name) => {
  const withAddition = (size_bytes: number) =>
    sortEntries([...named(...whole), { name, is_folder: false, size_bytes }]).fault;
  expect(withAddition(2 ** 20)).toBeNull();
  expect(withAddition(2 ** 20 + 1)).toEqual({ fault: 'entry-unexpected', entry: name });
});

test('correct entries are found even if others are wrong', () => {
  const { found } = sortEntries(named('Report.pdf', 'TraceData.dat', 'notes.txt'));
  expect([...found.keys()]).toEqual(['Report.pdf', 'TraceData.dat']);
});

test.each([
  [{}, null],
  [{ name: 'a/', attributes: 0o040755 * 65_536 }, null],
  [{ encrypted: true }, 'entry-encrypted'],
  [{ flags: 0x40 }, 'entry-encrypted'],
  [{ attributes: 0o120777 * 65_536 }, 'entry-link'],
  [{ attributes: 0o020600 * 65_536 }, 'entry-device'],
  [{ method: 12 }, 'entry-method'],
])('an entry of kind %j: %s', (by, fault) => {
  const plain = { name: 'Report.pdf', encrypted: false, flags: 0x0808, method: 8, attributes: 0 };
  expect(kindFault({ ...plain, ...by })).toBe(fault);
});
