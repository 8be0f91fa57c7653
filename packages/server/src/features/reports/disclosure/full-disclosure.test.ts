/** Tests full disclosures: the contents of their pages, and who may request them, directly and in the background. */
import { exportItem } from '@rhythmdesk/contract/exports';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { eq } from 'drizzle-orm';
import { getDocument, OPS } from 'unpdf/pdfjs';
import { beforeAll, expect, test } from 'vitest';
import { makeExport } from '../../exports/make-export.ts';
import { synthRecording } from '../../uploads/test-zip.ts';
import { everything, inScope } from '../../../platform/db/row-scope.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { recordings } from '../../../platform/db/schema/recordings.ts';
import { exportSources } from '../../../app/export-sources.ts';
import { analysisWorld, type AnalysisWorld } from '../../../testing/test-analysis.ts';
import { refusalCode } from '../../../testing/test-reading.ts';

let world: AnalysisWorld;
let case_id: number;
let unread_id: number;

const seconds = 290;

beforeAll(async () => {
  world = await analysisWorld();
  const { bring, analyse, db, technician } = world;
  const recordingOf = (hn_id: string) =>
    synthRecording({ hn_id, seconds, patient: 'ventricular', labels: ['I', 'II'] });
  case_id = await bring(recordingOf('HN330001'));
  unread_id = await bring(recordingOf('HN330002'));
  await analyse(case_id);
  const taken = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db
    .update(cases)
    .set({ ...taken, patient_last_name: '김 <b>#x' })
    .where(eq(cases.case_id, case_id));
  await db.update(cases).set(taken).where(eq(cases.case_id, unread_id));
});

const ask = (token: string, fields: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ case_id: String(case_id), ...fields });
  return world.call(`case/full-disclosure?${query.toString()}`, token);
};

async function pagesOf(answer: Response) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const document = await getDocument({ data: bytes, useSystemFonts: false }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const page = await document.getPage(i + 1);
      const { items } = await page.getTextContent();
      const { fnArray } = await page.getOperatorList();
      return {
        texts: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : [])),
        paths: fnArray.filter((one) => one === OPS.constructPath).length,
      };
    }),
  );
}

const clock = /^\d{2}:\d{2}$/;

test.each(languages)(
  '%s: each line has its time and its signal, the head is on the page',
  async (language: Language) => {
    const [page, ...others] = await pagesOf(await ask(world.technician.token, { language }));
    expect(others).toEqual([]);
    const texts = page?.texts ?? [];
    expect(texts.join(' ')).toContain('HN330001');
    expect(texts.join('').replaceAll(' ', '')).toContain('김<b>#x');
    const times = texts.filter((text) => clock.test(text));
    const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
    const startMs = row?.start_ms ?? 0;
    const lines = Math.ceil((startMs + 1000 * seconds) / 60_000) - Math.floor(startMs / 60_000);
    expect(times).toHaveLength(lines);
    // A grid and a trace for each line, and the symbols of ventricular beats.
    expect(page?.paths).toBeGreaterThan(2 * lines);
  },
);

test('ten minutes a line have the same content in fewer lines', async () => {
  const [page] = await pagesOf(await ask(world.technician.token, { minutes: '10', lead: '1' }));
  const times = page?.texts.filter((text) => clock.test(text)) ?? [];
  expect(times.length).toBeLessThanOrEqual(2);
  expect(page?.texts.join(' ')).toContain('II');
});

test('pages that cannot be printed are refused with a text', async () => {
  const { token } = world.technician;
  expect(refusalCode.parse(await (await ask(token, { lead: '5' })).json()).code).toBe('input/invalid');
  expect((await ask(token, { minutes: '3' })).status).toBe(422);
  expect(refusalCode.parse(await (await ask(token, { case_id: String(unread_id) })).json()).code).toBe(
    'report/no-analysis',
  );
});

test('a hospital gets none, neither at once nor in the background', async () => {
  const { token } = world.doctor;
  expect((await ask(token)).status).toBeGreaterThanOrEqual(403);
  const body = { kind: 'fullDisclosure', input: { case_id } };
  const begun = await world.call('export', token, { method: 'POST', body });
  expect(begun.status).toBeGreaterThanOrEqual(403);
});

test('made in the background it is a PDF of the same lines, only for the requester', async () => {
  const { call, technician, platform } = world;
  const body = { kind: 'fullDisclosure', input: { case_id, minutes: '1' } };
  const answer = await call('export', technician.token, { method: 'POST', body });
  expect(answer.status).toBe(201);
  const begun = exportItem.parse(await answer.json());
  expect(begun).toMatchObject({ state: 'waiting', filename: 'HN330001-full-disclosure.pdf' });
  const making = { ...platform, sources: exportSources(platform) };
  const { signal } = new AbortController();
  await inScope(everything, () => makeExport(making, begun.export_id, { signal, is_last_attempt: true }));
  const file = await call(`export/${String(begun.export_id)}/file`, technician.token);
  const [page] = await pagesOf(file);
  expect(page?.texts.filter((text) => clock.test(text))).toHaveLength(begun.rows_total);
  expect((await call(`export/${String(begun.export_id)}/file`, world.doctor.token)).status).toBe(404);
});

test('a recording whose file is missing is refused as such, although a thread reads it', async () => {
  await world.db
    .update(recordings)
    .set({ trace_sha256: '0'.repeat(64) })
    .where(eq(recordings.case_id, case_id));
  const answer = await ask(world.technician.token);
  expect(refusalCode.parse(await answer.json()).code).toBe('file/unreadable');
});
