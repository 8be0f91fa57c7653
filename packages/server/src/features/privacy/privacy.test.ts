/** Tests the preview, the erasure and the copy of one patient's data. */
import { exportItem } from '@rhythmdesk/contract/exports';
import { ZipReader, Uint8ArrayReader, TextWriter } from '@zip.js/zip.js';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { agreements, consentLinks } from '../../platform/db/schema/agreements.ts';
import { caseComments, caseFiles, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { caseErasures, patientErasures, reportErasures } from '../../platform/db/schema/erasures.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { retentionKinds } from '@rhythmdesk/domain/privacy/retention';
import { historyIsIntact } from '../../records/cases/case-history.ts';
import { codeOf } from '../../testing/test-exports.ts';
import { endReports } from './end-reports.ts';
import { privacyWorld } from './test-privacy.ts';

let world: Awaited<ReturnType<typeof privacyWorld>>;
beforeAll(async () => {
  world = await privacyWorld();
});

const row = async (case_id: number) =>
  (await world.db.select().from(cases).where(eq(cases.case_id, case_id)))[0];

test('only an administrator sees, copies and erases; an unknown patient is not found', async () => {
  const case_id = await world.patientCase('SCOPE', 'complete');
  for (const who of world.people.keys()) {
    const answer = await world.ask(who, 'SCOPE');
    expect([who, answer.status]).toEqual([who, who === 'admin' ? 200 : 403]);
  }
  expect((await world.ask('admin', 'NOBODY')).status).toBe(404);
  expect((await row(case_id))?.erased_at).toBeNull();
});

test('the preview counts, an erasure removes exactly that, and the rest stays under a pseudonym', async () => {
  const case_id = await world.patientCase('P-1', 'complete');
  await world.fill(case_id);
  const preview = await world.preview('P-1');
  const counted = Object.fromEntries(preview.erased.map(({ kind, count }) => [kind, count]));
  expect(counted).toMatchObject({ identity: 1, recording: 1, comment: 1, 'consent-signature': 1 });
  expect(preview.kept.map(({ kind, reason }) => [kind, reason])).toContainEqual(['report', 'medical-record']);
  const history = await world.historyHashes(case_id);
  const erasure = await world.erase('P-1', preview.digest);
  expect(erasure).toMatchObject({ cases: 1, cases_erased: 0, finished_at: null });
  await world.runErasure(erasure.erasure_id);

  expect(await row(case_id)).toMatchObject({
    ...{ patient_id: erasure.pseudonym, patient_last_name: null, birth_date: null, gender: null },
    ...{ phone_number: null, comment: '', patient_name: '', status: 'complete' },
  });
  expect(await world.db.$count(caseComments, eq(caseComments.case_id, case_id))).toBe(0);
  expect(await world.db.$count(notifications, eq(notifications.patch_id, case_id))).toBe(0);
  expect(await world.db.$count(consentLinks, eq(consentLinks.case_id, case_id))).toBe(0);
  const [agreement] = await world.db.select().from(agreements).where(eq(agreements.case_id, case_id));
  expect(agreement).toMatchObject({ signed_name: null, signature: null, text_version: '1' });
  const [recording] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  expect(recording).toMatchObject({ events: [], hours: [] });
  expect(recording?.purged_at).not.toBeNull();
  const [report] = await world.db.select().from(reportVersions).where(eq(reportVersions.case_id, case_id));
  const files = await world.db.select().from(caseFiles).where(eq(caseFiles.case_id, case_id));
  expect(files.filter(({ purged_at }) => purged_at === null).map(({ file_id }) => file_id)).toEqual([
    report?.file_id,
  ]);
  const [protocol] = await world.erasures();
  expect(protocol).toMatchObject({ cases_erased: 1, pseudonym: erasure.pseudonym });
  expect(Object.fromEntries(protocol?.erased.map(({ kind, count }) => [kind, count]) ?? [])).toMatchObject({
    ...{ identity: 1, recording: 1, comment: 1 },
  });
  expect(protocol?.report_until).toMatch(/^\d{4}-\d\d-\d\d$/);

  expect((await world.historyHashes(case_id)).slice(0, history.length)).toEqual(history);
  expect(await historyIsIntact(world.db, case_id)).toBe(true);
});

test('no name of the patient is left in any table of the case but the released report', async () => {
  const case_id = await world.patientCase('P-LEFT', 'start', 'Zzyzxname');
  await world.fill(case_id, 'Zzyzxname');
  await world.close(case_id);
  const { erasure_id } = await world.erase('P-LEFT', (await world.preview('P-LEFT')).digest);
  await world.runErasure(erasure_id);
  const tables = z.array(z.object({ name: z.string() })).parse(
    (
      await world.db.execute(sql`select distinct table_name as name from information_schema.columns c
          join pg_class p on p.relname = c.table_name where c.table_schema = 'public' and p.relkind = 'r'
            and c.column_name in ('case_id', 'patch_id')`)
    ).rows,
  );
  for (const { name } of tables) {
    const found = await world.db.execute(
      sql`select count(*)::int as n from ${sql.identifier(name)} t where t::text like '%Zzyzxname%'`,
    );
    expect([name, found.rows[0]?.['n']]).toEqual([name, 0]);
  }
});

/** Tables with cases that an erasure leaves as they are. */
const untouched: Readonly<Record<string, string>> = {
  audit_log: 'a chain of hashes, which only level 5 sees',
  case_erasures: 'the erasure itself',
  case_history: 'a chain of hashes without names',
  case_history_heads: 'the ends of these chains',
  case_statistics: 'figures without names',
  invoice_adjustments: 'accounting',
  invoice_rows: 'accounting',
  report_erasures: 'the end of a report that stayed',
  report_signatures: 'part of a released report',
};

test('every table with cases is changed by an erasure, or stays for a reason', async () => {
  const { rows } = await world.db.execute(sql`select distinct t.relname as name, exists (
      select 1 from pg_proc f where f.proname like 'erase\\_%' and f.prosrc ~ ('(DELETE FROM|UPDATE) ' || t.relname || '\\M')) as erased
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p')
    where c.table_schema = 'public' and c.column_name in ('case_id', 'patch_id') order by 1`);
  const tables = z.array(z.object({ name: z.string(), erased: z.boolean() })).parse(rows);
  expect(tables.length).toBeGreaterThan(30);
  const left = tables.filter(({ erased }) => !erased).map(({ name }) => name);
  expect(left.toSorted()).toEqual(Object.keys(untouched));
});

test('an erased case is gone for its users, and takes no further step', async () => {
  const case_id = await world.patientCase('P-GONE', 'complete');
  const { erasure_id } = await world.erase('P-GONE', (await world.preview('P-GONE')).digest);
  await world.runErasure(erasure_id);
  const opened = await world.call(`case/case/${String(case_id)}`, world.person('chief').token);
  expect([opened.status, await codeOf(opened)]).toEqual([410, 'patient/erased']);
  const step = await world.act(case_id, 'request-editing', world.person('doctor'));
  expect([step.status, await codeOf(step)]).toEqual([410, 'patient/erased']);
  const late = world.db.insert(caseComments).values({
    ...{ case_id, user_id: world.person('chief').id, user_group_id: await world.groupOf('chief') },
    ...{ internal: false, content: 'late' },
  });
  await expect(late).rejects.toMatchObject({ cause: { code: 'RD002' } });
});

test('a wrong repetition, a wrong password, an old preview and open work are refused', async () => {
  await world.patientCase('P-NO', 'complete');
  const { digest } = await world.preview('P-NO');
  const refusals = [
    await world.order('P-NO', { digest, confirmed_id: 'P-N0' }),
    await world.order('P-NO', { digest, password: 'not the password' }),
    await world.order('P-NO', { digest: '0'.repeat(64) }),
  ];
  expect(await Promise.all(refusals.map(codeOf))).toEqual([
    'patient/not-confirmed',
    'auth/wrong-password',
    'patient/preview-stale',
  ]);
  await world.patientCase('P-NO', 'start');
  expect(await codeOf(await world.order('P-NO', { digest }))).toBe('patient/preview-stale');
  const open = await world.preview('P-NO');
  expect(await codeOf(await world.order('P-NO', { digest: open.digest }))).toBe('patient/cases-open');
});

test('it may run twice, and a kill between two cases is continued', async () => {
  const first = await world.patientCase('P-TWO', 'complete');
  const second = await world.patientCase('P-TWO', 'complete');
  const { erasure_id } = await world.erase('P-TWO', (await world.preview('P-TWO')).digest);
  const stop = new AbortController();
  await expect(world.runErasure(erasure_id, { stop, after: 0 })).rejects.toThrow();
  expect(await world.db.$count(caseErasures, eq(caseErasures.erasure_id, erasure_id))).toBe(1);
  await world.runErasure(erasure_id);
  const versions = [await world.version(first), await world.version(second)];
  const [ended] = await world.db
    .select()
    .from(patientErasures)
    .where(eq(patientErasures.erasure_id, erasure_id));
  await world.runErasure(erasure_id);
  expect([await world.version(first), await world.version(second)]).toEqual(versions);
  const [again] = await world.db
    .select()
    .from(patientErasures)
    .where(eq(patientErasures.erasure_id, erasure_id));
  expect(again).toEqual(ended);
  expect(ended?.finished_at).not.toBeNull();
});

test('after a restore the list erases the patient again, once', async () => {
  const case_id = await world.patientCase('P-BACK', 'complete');
  const listed = await world.listLine('P-BACK', [case_id]);
  expect(await world.applyList(listed)).toBe(1);
  expect(await world.applyList(listed)).toBe(0);
  const [made] = await world.db
    .select()
    .from(patientErasures)
    .where(eq(patientErasures.pseudonym, listed.pseudonym));
  await world.runErasure(made?.erasure_id ?? 0);
  expect((await row(case_id))?.patient_id).toBe(listed.pseudonym);
});

test('a report that stayed ends with its retention', async () => {
  const case_id = await world.patientCase('P-END', 'complete');
  const { erasure_id } = await world.erase('P-END', (await world.preview('P-END')).digest);
  await world.runErasure(erasure_id);
  await world.inEverything(() => endReports(world.db, new Date()));
  expect(await world.db.$count(reportErasures, eq(reportErasures.case_id, case_id))).toBe(0);
  const later = new Date();
  later.setUTCFullYear(later.getUTCFullYear() + 11);
  await world.inEverything(() => endReports(world.db, later));
  const files = await world.db.select().from(caseFiles).where(eq(caseFiles.case_id, case_id));
  expect(files.filter(({ purged_at }) => purged_at === null)).toEqual([]);
});

test('the application cannot change an append-only row, with or without the words of an erasure', async () => {
  const case_id = await world.patientCase('P-KEPT', 'complete');
  await world.fill(case_id);
  const change = world.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('rhythmdesk.erasing', ${String(case_id)}, true)`);
    await tx.execute(sql`delete from case_comments where case_id = ${case_id}`);
  });
  await expect(change).rejects.toThrow();
  await expect(world.db.delete(caseErasures)).rejects.toThrow();
  await expect(world.db.update(patientErasures).set({ reason: 'other' })).rejects.toThrow();
});

test('the copy has an index, the facts, the documents and the accesses, with its reason in the audit log', async () => {
  const case_id = await world.patientCase('P-COPY', 'complete', 'Copied');
  await world.fill(case_id, 'Copied');
  await world.storeDocument(case_id, 'a letter');
  // The hospital is in Seoul, where the next day has begun.
  await world.db
    .update(cases)
    .set({ requested_date: new Date('2026-11-19T20:00:00Z') })
    .where(eq(cases.case_id, case_id));
  const query = { hospital_id: String(world.hospital_id), patient_id: 'P-COPY', reason: 'Art. 15' };
  const ordered = await world.order_export(query);
  expect(ordered.status).toBe(201);
  const { export_id } = exportItem.parse(await ordered.json());
  await world.run(export_id);
  const answer = await world.fileOf('admin', export_id);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer())), {
    useWebWorkers: false,
  });
  const entries = await zip.getEntries();
  const names = entries.map(({ filename }) => filename);
  expect(names).toEqual(expect.arrayContaining(['index.html', 'accesses.csv']));
  const textOf = async (end: string): Promise<string> => {
    const entry = entries.find(({ filename }) => filename.endsWith(end));
    return entry === undefined || entry.directory ? '' : entry.getData(new TextWriter());
  };
  const index = await textOf('index.html');
  expect(index).toContain('Copied');
  expect(index).toContain(', 2026-11-20</h2>');
  expect(index).toMatch(/\d\d:\d\d \(Asia\/Seoul\)/);
  expect(JSON.parse(await textOf('case.json'))).toMatchObject({ case: { patient_id: 'P-COPY' } });
  expect(await textOf('letter.txt')).toBe('a letter');
  expect(await textOf('accesses.csv')).toMatch(/T[\d:.]+\+09:00.*case\.create/);
  await world.serving.audit.flush();
  const rows = await world.db.select().from(auditLog).where(eq(auditLog.action, 'patient.export'));
  expect(rows.map(({ reason, case_ids }) => [reason, case_ids])).toContainEqual(['Art. 15', [case_id]]);
});

test('the retention table has every kind with the times of the settings', async () => {
  const answer = await world.call('privacy/retention', world.person('admin').token);
  const { items } = z
    .object({ items: z.array(z.object({ kind: z.string(), amount: z.number().nullable() }).loose()) })
    .parse(await answer.json());
  expect(items.map(({ kind }) => kind)).toEqual(retentionKinds);
  expect(items.find(({ kind }) => kind === 'report-of-the-erased')).toMatchObject({
    ...{ amount: 10, unit: 'years', setting: 'REPORT_RETENTION_YEARS' },
  });
});
