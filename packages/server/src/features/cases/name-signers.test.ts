/**
 * Tests over HTTP that a released report names reader, verifier and signer with the hospital's local time, also if its
 * version was made before the verification, and that the file of the version stays as it was.
 */
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { readVersions } from '../../records/cases/report-versions.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { readPdf } from '../../testing/test-pdf.ts';
import { openTestPage } from '../../testing/test-reading.ts';

let world: AnalysisWorld;
let case_id: number;
let chief: Awaited<ReturnType<AnalysisWorld['addUser']>>;

const setCase = (values: Partial<typeof cases.$inferInsert>) =>
  world.db.update(cases).set(values).where(eq(cases.case_id, case_id));
async function post(path: string, token: string, given: object): Promise<void> {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const body = { version: row?.version, ...given };
  const answer = await world.call(`case/case/${String(case_id)}/${path}`, token, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
}

beforeAll(async () => {
  world = await analysisWorld();
  const { technician, db, bring, analyse, addUser, call } = world;
  case_id = await bring(synthRecording({ hn_id: 'HN590075', seconds: 90 }));
  await analyse(case_id);
  const [reader] = await db.select().from(users).where(eq(users.id, technician.id));
  chief = await addUser('signchief', 'CHIEF', reader?.user_group_id ?? 0);
  await setCase({ status: 'start', technician_id: technician.id, requested_date: new Date() });
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const edit = {
    kind: 'add_strip',
    caption: '',
    order: 1,
    start_sample: first,
    end_sample: first + 1000,
  } as const;
  expect((await page.send(page.batch(page.opened(), [edit]))).status).toBe(200);
});

const filesOf = () =>
  world.db.select().from(caseFiles).where(eq(caseFiles.case_id, case_id)).orderBy(asc(caseFiles.file_id));

test('a released report names reader, verifier and signer, and the version’s own file is unchanged', async () => {
  const { technician, doctor, call, password, db } = world;
  await post('make-report', technician.token, { language: 'ko', amendment: '', keep_stale: false });
  await setCase({ status: 'review', verification_requested_at: new Date(), confirmer_id: chief.id });
  const made = await filesOf();
  const reasons = { password, open_words: '확인함' };
  await post('verify', chief.token, reasons);
  await post('complete', technician.token, reasons);

  const [version] = await readVersions(db, case_id);
  const after = await filesOf();
  expect(after.slice(0, made.length)).toEqual(made);
  expect(after).toHaveLength(made.length + 1);
  expect(version).toMatchObject({ file_id: after.at(-1)?.file_id, made_file_id: made.at(-1)?.file_id });

  const data = await call(`case/case/${String(case_id)}/report/data`, doctor.token);
  const document = reportDocument.parse(await data.json());
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(document).toMatchObject({
    confirmer: { id: chief.id },
    verified_at: row?.verified_at?.toISOString(),
    signed: { by: { id: technician.id }, signed_at: version?.signature?.signed_at.toISOString() },
  });
  const file = await call(`case/case/${String(case_id)}/report`, doctor.token);
  const { pages } = await readPdf(await file.arrayBuffer());
  const bare = (pages[0]?.text ?? '').replaceAll(/\s/g, '');
  const zoned = (at: Date | string | null | undefined): string =>
    new Intl.DateTimeFormat('ko-KR', {
      ...({ timeZone: document.recording.time_zone, hourCycle: 'h23', timeZoneName: 'short' } as const),
      ...({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    })
      .format(new Date(at ?? Number.NaN))
      .replaceAll(/\s/g, '');
  for (const [label, name, at] of [
    ['판독', document.technician?.name, document.read_at],
    ['검증', document.confirmer?.name, document.verified_at],
    ['서명', document.signed?.by.name, document.signed?.signed_at],
  ] as const)
    expect(bare).toContain(`${label}${(name ?? '').replaceAll(/\s/g, '')}${zoned(at)}`);
});
