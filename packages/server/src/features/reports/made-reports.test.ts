import { expect, test } from 'vitest';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { proveReading } from './made-reports.ts';
import { caseWorld, codeOf, readyCase } from '../cases/test-cases.ts';

const { db } = await testDatabase();
const { doctor } = await caseWorld(db);
const case_id = await readyCase(db, doctor, 'HN26K00501');

const analysed = (analysis_version: number) =>
  db.insert(analyses).values({
    case_id,
    analysis_version,
    state: 'done',
    engine_version: 'test',
    criteria: {},
    beats_sha256: String(analysis_version).repeat(64),
    summary: {},
  });
const kept = (analysis_version: number, sequence = 0) =>
  codeOf(
    transact(db, (tx) => proveReading(tx, { case: { case_id }, analysis_version, figures: { sequence } })),
  );

test('pages are stored only if reading and analysis have not changed', async () => {
  await analysed(1);
  expect([await kept(1), await kept(1, 1)]).toEqual(['done', 'reading/behind']);
  await analysed(2);
  expect([await kept(1), await kept(2)]).toEqual(['reading/other-analysis', 'done']);
});
