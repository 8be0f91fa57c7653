import { expect, test } from 'vitest';
import { groupTypes } from '../people/roles.ts';
import {
  hasNewReport,
  isCorrection,
  nextReportVersion,
  readerOf,
  reportFor,
  visibleVersions,
} from './versions.ts';

const released = { report_version: 1, released_ms: 5 };
const draft = { report_version: 2, released_ms: null };

test('versions are numbered from 1', () => {
  expect(nextReportVersion([])).toBe(1);
  expect(nextReportVersion([draft, released])).toBe(3);
});

test('the hospital sees a report only once a completion has released it', () => {
  expect(reportFor([{ ...draft, report_version: 1 }], 'hospital')).toEqual({
    ok: false,
    code: 'report/none',
  });
  expect(reportFor([{ ...draft, report_version: 1 }], 'center')).toMatchObject({
    value: { report_version: 1 },
  });
});

test('during a correction the hospital still reads the old version, the center the new', () => {
  expect(reportFor([released, draft], 'hospital')).toEqual({ ok: true, value: released });
  expect(reportFor([released, draft], 'center')).toEqual({ ok: true, value: draft });
  expect(hasNewReport([released, draft])).toBe(true);
  expect(hasNewReport([released])).toBe(false);
  expect(hasNewReport([])).toBe(false);
});

test('old versions stay readable; a version before its release does not exist for the hospital', () => {
  const corrected = [released, { ...draft, released_ms: 9 }];
  expect(reportFor(corrected, 'hospital', 1)).toEqual({ ok: true, value: released });
  expect(reportFor([released, draft], 'hospital', 2)).toEqual({ ok: false, code: 'object/not-found' });
  expect(visibleVersions(corrected, 'hospital').map(({ report_version }) => report_version)).toEqual([2, 1]);
});

test('some roles read as the center', () => {
  expect(groupTypes.filter((type) => readerOf(type) === 'center')).toEqual(['tech_center', 'team', 'admin']);
});

test('a version corrects only one that an earlier completion released', () => {
  expect(isCorrection({ released_ms: 5 }, [{ released_ms: 5 }, { released_ms: null }])).toBe(false);
  expect(isCorrection({ released_ms: 5 }, [{ released_ms: 5 }, { released_ms: 3 }])).toBe(true);
  expect(isCorrection({ released_ms: null }, [{ released_ms: 3 }])).toBe(true);
});
