/**
 * Tests a reading that counts more findings than it lists: who may verify and complete it, and what the report says.
 */
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { routes } from '@rhythmdesk/contract/routes';
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import { episodeLimit } from '@rhythmdesk/ecg/rhythm/summary';
import { handQuality, handTable } from '@rhythmdesk/ecg/rhythm/test-table';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { caseHistory, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { leftOutStatements } from '../../platform/db/schema/left-out.ts';
import { users } from '../../platform/db/schema/people.ts';
import { writeBytes } from '../../platform/files/file-store.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { readPdf } from '../../testing/test-pdf.ts';
import { openTestPage, refusalCode } from '../../testing/test-reading.ts';

/** Three couplets more than a list contains. */
const couplets = episodeLimit + 3;
const words = 'All of one shape: *the* gravest were read.';

let world: AnalysisWorld;
let case_id: number;
let chief: Awaited<ReturnType<AnalysisWorld['addUser']>>;

/** Adds the analysis of a recording with this many couplets as the next version. */
async function addAnalysis(count: number): Promise<void> {
  const rr = 0.5;
  const at = Array.from({ length: 4 * count }, (_, i) => rr * (i + 1));
  const seconds = Math.ceil(rr * 4 * count) + 1;
  const [beats, quality] = [handTable(at, 'NNVV', seconds), handQuality(seconds)];
  const { files } = world.platform;
  const { sha256 } = await writeBytes(files, encodeBeats({ beats, quality }));
  const [last] = await world.db
    .select()
    .from(analyses)
    .where(eq(analyses.case_id, case_id))
    .orderBy(desc(analyses.analysis_version));
  if (last === undefined) throw new Error('no analysis');
  const { analysis_id: _, ...row } = last;
  const summary = summarise(beats, quality, defaultCriteria);
  await world.db
    .insert(analyses)
    .values({ ...row, analysis_version: row.analysis_version + 1, beats_sha256: sha256, summary });
}

const caseRow = async () => {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('the case has gone');
  return row;
};
const setCase = (values: Partial<typeof cases.$inferInsert>) =>
  world.db.update(cases).set(values).where(eq(cases.case_id, case_id));

type Words = { readonly left_out_words?: string };
async function act(action: 'verify' | 'complete', token: string, given: Words = {}) {
  const { version } = await caseRow();
  const path = `case/case/${String(case_id)}/${action}`;
  const answer = await world.call(path, token, {
    method: 'POST',
    body: { version, password: world.password, open_words: 'Known.', ...given },
  });
  const body: unknown = await answer.json();
  return answer.status === 200 ? 'done' : refusalCode.parse(body).code;
}
const documentOf = async () =>
  reportDocument.parse(
    await (
      await world.call(`case/case/${String(case_id)}/report/document?language=en`, world.technician.token)
    ).json(),
  );

beforeAll(async () => {
  world = await analysisWorld();
  const { technician, db } = world;
  case_id = await world.bring(synthRecording({ hn_id: 'HN590001', seconds: 60 }));
  await world.analyse(case_id);
  await addAnalysis(couplets);
  const [reader] = await db.select().from(users).where(eq(users.id, technician.id));
  chief = await world.addUser('leftoutchief', 'CHIEF', reader?.user_group_id ?? 0);
  await setCase({ status: 'start', technician_id: technician.id, requested_date: new Date() });
  const { version } = await caseRow();
  const made = await world.call(`case/case/${String(case_id)}/make-report`, technician.token, {
    method: 'POST',
    body: { version, language: 'en', amendment: '' },
  });
  expect(made.status).toBe(200);
  await setCase({ status: 'review' });
});

test('the report says what is not listed, and that no chief has stated anything about it', async () => {
  const { figures, left_out_statement } = await documentOf();
  expect(figures.left_out).toEqual([{ kind: 'v_couplet', found: couplets, listed: episodeLimit }]);
  expect(left_out_statement).toBeNull();
  const path = `case/case/${String(case_id)}/report/preview?language=en`;
  const { pages } = await readPdf(await (await world.call(path, world.technician.token)).arrayBuffer());
  expect(pages[0]?.text).toContain('VE couplet: only the 20,000 most severe of 20,003 are listed');
  expect(pages[0]?.text).toContain('No chief has stated yet');
});

test('nobody completes the case without the verification of a chief', async () => {
  expect(await act('complete', world.technician.token)).toBe('case/left-out-unverified');
  expect((await caseRow()).status).toBe('review');
});

test('a chief sees what is left out, and verifies only with a statement, which the next version prints', async () => {
  await setCase({ confirmer_id: chief.id, verification_requested_at: new Date() });
  // A chief who was only asked is not named as verifier.
  expect((await documentOf()).confirmer).toBeNull();
  const path = `case/case/${String(case_id)}/open-points`;
  const shown = routes.openPoints.output.parse(await (await world.call(path, chief.token)).json());
  expect(shown).toMatchObject({
    left_out: [{ kind: 'v_couplet', found: couplets, listed: episodeLimit }],
    from_reading: true,
  });
  expect(await act('verify', chief.token)).toBe('case/left-out-unsaid');
  expect(await act('verify', chief.token, { left_out_words: ' \n ' })).toBe('input/invalid');
  expect(await act('verify', chief.token, { left_out_words: words })).toBe('done');

  expect(await caseRow()).toMatchObject({ report_version: 2, status: 'review' });
  const versions = await world.db.select().from(reportVersions).where(eq(reportVersions.case_id, case_id));
  const { technician } = world;
  expect(versions.find(({ report_version }) => report_version === 2)).toMatchObject({
    ...{ source: 'reading', created_by: chief.id, reading_by: technician.id },
  });
  const history = await world.db.select().from(caseHistory).where(eq(caseHistory.case_id, case_id));
  expect(history.find(({ action }) => action === 'verify')).toMatchObject({
    ...{ user_id: chief.id, description: `${words}\nKnown.` },
  });
  const [stated] = await world.db.select().from(leftOutStatements);
  expect(stated).toMatchObject({ case_id, report_version: 2, words, stated_by: chief.id });
  const report = await world.call(`case/case/${String(case_id)}/report`, technician.token);
  const { pages } = await readPdf(await report.arrayBuffer());
  expect(pages[0]?.text).toContain(words);
  expect(pages[0]?.text).toContain('Stated at the verification by Name of leftoutchief');
  expect((await documentOf()).left_out_statement).toMatchObject({ words, by: { id: chief.id } });
  expect((await documentOf()).confirmer).toMatchObject({ id: chief.id });
});

test('an edit of the reading ends the statement with the verification', async () => {
  const { call, technician } = world;
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const edits = [
    { kind: 'add_strip', start_sample: first, end_sample: first + 900, caption: '', order: 1 },
  ] as const;
  const sent = await page.send(page.batch(page.opened(), edits, 2));
  expect(sent.status).toBe(200);
  expect((await documentOf()).left_out_statement).toBeNull();
  expect(await act('complete', technician.token)).toBe('case/not-verified');
});

test('a report that is not made from the reading cannot contain the statement', async () => {
  const [newest] = await world.db
    .select()
    .from(reportVersions)
    .where(eq(reportVersions.case_id, case_id))
    .orderBy(desc(reportVersions.report_version));
  if (newest === undefined) throw new Error('no report');
  await world.db.insert(reportVersions).values({
    ...{ ...newest, report_version: 3, source: 'technician' },
    ...{ created_by: world.technician.id, document: null, reading_by: null },
  });
  await setCase({ report_version: 3 });
  expect(await act('verify', chief.token, { left_out_words: words })).toBe('case/left-out-report');
  expect((await caseRow()).verified_at).toBeNull();
});

test('if everything is listed, a verification needs no statement and makes no version', async () => {
  await addAnalysis(10);
  const path = `case/case/${String(case_id)}/open-points`;
  const shown = routes.openPoints.output.parse(await (await world.call(path, chief.token)).json());
  expect(shown).toMatchObject({ left_out: [], from_reading: true });
  expect(await act('verify', chief.token)).toBe('done');
  expect(await caseRow()).toMatchObject({ report_version: 3 });
});
