/** Brings cases to a report whose pages are given bytes, for tests of what leaves with a report. */
import { eq } from 'drizzle-orm';
import { caseFiles, cases, reportVersions } from '../platform/db/schema/cases.ts';
import { writeBytes } from '../platform/files/file-store.ts';
import type { tenantsOf } from './test-two-centers.ts';

type World = Awaited<ReturnType<typeof tenantsOf>>;

async function addReport({ db, platform, person }: World, case_id: number, pdf: Buffer): Promise<void> {
  const { sha256, bytes } = await writeBytes(platform.files, pdf);
  const made = { case_id, created_by: person('technician').id };
  const [file] = await db
    .insert(caseFiles)
    .values({
      ...{ ...made, kind: 'report', side: 'technician', filename: 'report.pdf' },
      ...{ media_type: 'application/pdf', size_bytes: bytes, sha256 },
    })
    .returning({ file_id: caseFiles.file_id });
  const version = { report_version: 1, source: 'technician', file_id: file?.file_id ?? 0 };
  await db.insert(reportVersions).values({ ...made, ...version });
  await db.update(cases).set({ report_version: 1 }).where(eq(cases.case_id, case_id));
}

/** Returns a case of the hospital in review or complete with this PDF as its report. */
export async function reportedCase(
  world: World,
  pdf: Buffer,
  status: 'review' | 'complete' = 'complete',
): Promise<number> {
  const case_id = await world.caseIn('start');
  await addReport(world, case_id, pdf);
  const actions = ['review-request', 'complete'] as const;
  for (const action of status === 'review' ? actions.slice(0, 1) : actions) {
    const answer = await world.act(case_id, action, world.person('technician'));
    if (answer.status !== 200) throw new Error(`${action}: ${await answer.text()}`);
  }
  return case_id;
}
