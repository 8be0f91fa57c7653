/** Tests that the end of an export removes no file that a case contains. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { caseFiles } from '../../platform/db/schema/cases.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { exportWorld } from '../../testing/test-exports.ts';
import { sweepExports } from './sweep-exports.ts';

test('the file of an export that a user has added to a case stays when the export expires', async () => {
  const world = await exportWorld();
  const { db, serving } = world;
  const case_id = await world.caseIn('start');
  const { export_id } = await world.begin('chief');
  await world.run(export_id);
  const own = eq(exports.export_id, export_id);
  const [row] = await db.select().from(exports).where(own);
  if (row === undefined || row.sha256 === null || row.size_bytes === null)
    throw new Error('nothing was made');
  const { sha256, size_bytes } = row;
  const described = { kind: 'other', side: 'request', filename: 'list.xlsx', media_type: 'application/pdf' };
  await db.insert(caseFiles).values({ case_id, ...described, size_bytes, sha256 });
  await db
    .update(exports)
    .set({ expires_at: new Date(0) })
    .where(own);
  await inScope(everything, () => sweepExports(serving, new Date()));
  expect(await db.$count(exports, own)).toBe(0);
  expect(await serving.files.size(sha256)).toBe(size_bytes);
});
