/** Extends the tenants by patients with everything that is stored of one, and runs erasures without a job runner. */
import { privacyRoutes } from '@rhythmdesk/contract/privacy';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { eq, sql } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { agreements, consentLinks } from '../../platform/db/schema/agreements.ts';
import { caseComments, caseFiles, caseHistory, cases } from '../../platform/db/schema/cases.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { writeBytes } from '../../platform/files/file-store.ts';
import { afterFile } from '../../platform/test-after-file.ts';
import { exportWorld } from '../../testing/test-exports.ts';
import { erasePatient } from './erase-patient.ts';
import { applyList } from './erasure-list.ts';

type World = Awaited<ReturnType<typeof exportWorld>>;

const previewShape = privacyRoutes.patientData.output;
const erasureShape = privacyRoutes.erasePatient.output;

/** Fills the stores of a case with the patient's name in every free text. */
async function fill(
  { db, person }: World,
  groupOf: (who: string) => Promise<number>,
  case_id: number,
  name: string,
) {
  const user_id = person('technician').id;
  const user_group_id = await groupOf('technician');
  await db.insert(caseComments).values({ case_id, user_id, user_group_id, internal: false, content: name });
  const at = new Date();
  await db.insert(agreements).values({
    ...{ case_id, agree_type: 'SCREEN', language: 'en', text_version: '1', text_sha256: 'a'.repeat(64) },
    ...{ signed_name: name, signature: [[[1, 1]]], agreed_at: at },
  });
  await db.insert(consentLinks).values({
    ...{ case_id, phone_number: '0311112222', language: 'en', requested_by: user_id },
    ...{ created_at: at, expires_at: at },
  });
  const [category, code, parameters] = ['case', 'comment', { comment: name }];
  await db.insert(notifications).values({ user_id, patch_id: case_id, category, code, parameters });
  await db
    .update(recordings)
    .set({ events: [{ time: at.toISOString(), kind: 'diary', note: name }] })
    .where(eq(recordings.case_id, case_id));
}

/** Sends the requests of an administrator. */
function requests({ call, person, password }: World, hospital_id: number) {
  const { token } = person('admin');
  const ask = (who: string, patient_id: string): Promise<Response> =>
    call(`privacy/patient?hospital_id=${String(hospital_id)}&patient_id=${patient_id}`, person(who).token);
  const order = (patient_id: string, also: object): Promise<Response> =>
    call('privacy/erasures', token, {
      method: 'POST',
      body: { hospital_id, patient_id, confirmed_id: patient_id, reason: 'request', password, ...also },
    });
  return {
    ask,
    order,
    preview: async (patient_id: string) => previewShape.parse(await (await ask('admin', patient_id)).json()),
    erase: async (patient_id: string, digest: string) => {
      const answer = await order(patient_id, { digest });
      if (answer.status !== 201) throw new Error(await answer.text());
      return erasureShape.parse(await answer.json());
    },
    erasures: async () => {
      const answer = await call('privacy/erasures', token);
      return privacyRoutes.erasures.output.parse(await answer.json()).items;
    },
    order_export: (input: object): Promise<Response> =>
      call('export', token, { method: 'POST', body: { kind: 'exportPatient', input } }),
  };
}

type Stopping = { readonly stop: AbortController; readonly after: number };

/** Runs the job; with `stop` it is aborted after a number of cases. */
function jobs(
  { db, clock }: Pick<World, 'db'> & { readonly clock: World['serving']['clock'] },
  folder: string,
) {
  const list_file = path.join(folder, 'erasures.jsonl');
  const inEverything = <Result>(work: () => Promise<Result>) => inScope(everything, work);
  return {
    inEverything,
    runErasure: (erasure_id: number, stopping?: Stopping): Promise<void> => {
      let cases_begun = 0;
      const now = (): Date => {
        cases_begun += 1;
        if (stopping !== undefined && cases_begun > stopping.after) stopping.stop.abort();
        return clock.now();
      };
      const removeFiles = (names: readonly string[]) => Promise.resolve(names.length);
      const dependencies = { db, clock: { ...clock, now }, report_years: 10, list_file, removeFiles };
      const { signal } = stopping?.stop ?? new AbortController();
      return inEverything(() => erasePatient(dependencies, erasure_id, signal));
    },
    applyList: async (line: object): Promise<number> => {
      const file = path.join(folder, 'restored.jsonl');
      await writeFile(file, `${JSON.stringify(line)}\n{"cut`);
      return inEverything(() => applyList(db, file));
    },
  };
}

export async function privacyWorld() {
  const world = await exportWorld();
  const folder = await mkdtemp(path.join(tmpdir(), 'privacy-'));
  afterFile(() => rm(folder, { recursive: true }));
  const { db, person } = world;
  const groupOf = async (who: string): Promise<number> => {
    const [row] = await db
      .select({ id: users.user_group_id })
      .from(users)
      .where(eq(users.id, person(who).id));
    return row?.id ?? 0;
  };
  const hospital_id = await groupOf('doctor');
  return {
    ...{ ...world, groupOf, hospital_id },
    ...requests(world, hospital_id),
    ...jobs({ db, clock: world.serving.clock }, folder),
    fill: (case_id: number, name = 'Name') => fill(world, groupOf, case_id, name),
    patientCase: async (patient_id: string, status: CaseStatus, patient_last_name = 'Name') => {
      const case_id = await world.caseIn(status);
      const fields = {
        patient_id,
        patient_last_name,
        comment: patient_last_name,
        phone_number: '0312345678',
      };
      await db.update(cases).set(fields).where(eq(cases.case_id, case_id));
      return case_id;
    },
    /** Adds a document that is really stored, and retires the invented files of the case. */
    storeDocument: async (case_id: number, words: string) => {
      const purged_at = new Date();
      await db.update(recordings).set({ purged_at }).where(eq(recordings.case_id, case_id));
      await db.update(caseFiles).set({ purged_at }).where(eq(caseFiles.case_id, case_id));
      const { sha256, bytes } = await writeBytes(world.platform.files, Buffer.from(words));
      await db.insert(caseFiles).values({
        ...{ case_id, kind: 'other', side: 'request', filename: 'letter.txt', media_type: 'text/plain' },
        ...{ size_bytes: bytes, sha256 },
      });
    },
    close: async (case_id: number) => {
      const closed = { closed_at: new Date(), close_reason: 'because' };
      await db.update(cases).set(closed).where(eq(cases.case_id, case_id));
    },
    historyHashes: async (case_id: number): Promise<string[]> => {
      const rows = await db
        .select({ hash: caseHistory.hash })
        .from(caseHistory)
        .where(eq(caseHistory.case_id, case_id))
        .orderBy(sql`version`);
      return rows.map(({ hash }) => hash.toString('hex'));
    },
    listLine: (patient_id: string, case_ids: readonly number[]) =>
      Promise.resolve({
        ...{ pseudonym: `ERASED-${patient_id}`, hospital_id, case_ids, reason: 'request', counts: {} },
        ...{ requested_by: person('admin').id, requested_at: new Date().toISOString() },
      }),
  };
}
