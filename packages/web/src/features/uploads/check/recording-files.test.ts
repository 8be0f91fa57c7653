import { expect, test } from 'vitest';
import { requiredFiles, sortEntries } from './recording-files.ts';

const named = (...names: string[]) => names.map((name) => ({ name, is_folder: name.endsWith('/') }));
const whole = [...requiredFiles];
const faultOf = (...names: string[]) => sortEntries(named(...names)).fault;

test('four files at the root or in one folder are a recording, with what desktops add', () => {
  expect(faultOf(...whole)).toBeNull();
  expect(
    faultOf('a/', ...whole.map((file) => `a/${file}`), '__MACOSX/a/._Report.pdf', 'a/.DS_Store'),
  ).toBeNull();
  expect(faultOf(...whole, 'Order.pdf', 'Events.csv')).toBeNull();
});

test.each([
  [[...whole.slice(0, 3)], 'entry-missing', 'SummaryData.csv'],
  [[...whole.slice(1), 'report.PDF'], 'entry-spelling', 'report.PDF'],
  [[...whole, 'notes.txt'], 'entry-foreign', 'notes.txt'],
  [[...whole, 'inner.zip'], 'entry-kind', 'inner.zip'],
  [[...whole, 'b/Report.pdf'], 'entry-twice', 'b/Report.pdf'],
  [[...whole, 'b/Order.pdf'], 'zip-folders', 'b/Order.pdf'],
  [['a/b/Report.pdf', ...whole.slice(1)], 'zip-folders', 'a/b/Report.pdf'],
  [[...whole, '../Order.pdf'], 'entry-name', '../Order.pdf'],
  [[...whole, 'Order\u202e.pdf'], 'entry-name', 'Order\u202e.pdf'],
])('%j is refused as %s', (names, reason, entry) => {
  expect(faultOf(...names)).toEqual({ reason, entry });
});

test('what is there is found though something else is wrong', () => {
  const { found } = sortEntries(named('Report.pdf', 'TraceData.dat', 'notes.txt'));
  expect([...found.keys()]).toEqual(['Report.pdf', 'TraceData.dat']);
});
