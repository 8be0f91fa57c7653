/**
 * Tests the signatures of completions: in the file if the center has a certificate, otherwise in the product's records.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { signatureMeanings } from '@rhythmdesk/domain/report/signing';
import { eq } from 'drizzle-orm';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from './case-files.ts';
import { performAction } from './perform-action.ts';
import { caseDetailFor } from './read-case.ts';
import { readVersions } from '../../records/cases/report-versions.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { proveReport } from './signature-handlers.ts';
import { nothingLeftOut } from './left-out.ts';
import { prepareSigning } from './sign-report.ts';
import { act, addCaller, addGroup, caseWorld, codeOf, now, readyCase, versionOf } from './test-cases.ts';
import {
  addCertificate,
  readCertificates,
  removeCertificate,
} from '../institutions/certificates/center-certificates.ts';
import { caseFiles, caseHistory, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { centerCertificates } from '../../platform/db/schema/signing.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { FileFault, writeBytes, type FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { selfMadeIdentity } from '../../platform/pdf/self-made-identity.ts';
import { typeset } from '../../platform/pdf/typeset.ts';
import { verifyPdf } from '../../platform/pdf/verify-pdf.ts';
import { sealerFrom } from '../../platform/secrets/sealer.ts';

const template =
  '#let data = json("data.json")\n#set document(title: "T", date: datetime(year: 2026, month: 11, day: 22))\n= Report\n#data.text';
const later = new Date(now.getTime() + 3_600_000);
const sealer = sealerFrom(Buffer.alloc(32, 7));
const { db } = await testDatabase();

let world: Awaited<ReturnType<typeof caseWorld>>;
let office: Caller;
let folder: string;
let files: FileStore;
let pdf: Buffer;
let pkcs12: string;

beforeAll(async () => {
  world = await caseWorld(db);
  office = await addCaller(db, 'office', 'CENTER', world.center);
  folder = await mkdtemp(path.join(os.tmpdir(), 'signatures-'));
  files = await openDiskStore(path.join(folder, 'files'));
  pdf = await typeset(template, { text: '心房細動' }, 'ja');
  const { certificates, private_key } = await selfMadeIdentity('rsa', 'Minato ECG center');
  const made = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(private_key),
    [forge.pki.certificateFromPem(certificates)],
    'wave',
  );
  pkcs12 = Buffer.from(forge.asn1.toDer(made).getBytes(), 'latin1').toString('base64');
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a case in review with a report, made from its reading or uploaded. */
async function reviewed(hn_id: string, source: 'reading' | 'technician'): Promise<number> {
  const { doctor, technician } = world;
  const case_id = await readyCase(db, doctor, hn_id);
  for (const action of ['request', 'assign-to-me', 'start'] as const)
    await act(db, action === 'request' ? doctor : technician, case_id, action);
  const { sha256, bytes } = await writeBytes(files, pdf);
  const file = {
    filename: `${hn_id}-report-v1.pdf`,
    media_type: 'application/pdf',
    size_bytes: bytes,
    sha256,
  };
  const [row] = await db
    .insert(caseFiles)
    .values({ ...file, case_id, kind: 'report', side: 'technician', created_by: technician.id })
    .returning();
  await db.insert(reportVersions).values({
    ...{ case_id, source, report_version: 1, file_id: row?.file_id ?? 0, created_by: technician.id },
    document: source === 'reading' ? {} : null,
  });
  await db.update(cases).set({ report_version: 1 }).where(eq(cases.case_id, case_id));
  await act(db, technician, case_id, 'review-request');
  return case_id;
}

/** The documents of these versions are empty, so nothing is printed again. */
const printDocument = (): Promise<Buffer> => Promise.reject(new Error('nothing to print'));

/** Works like the route: the signature is made first, and stored in the transaction of the act. */
async function complete(case_id: number, at = now, action: CaseAction = 'complete') {
  const caller = world.technician;
  const language = 'ja';
  const signing = await prepareSigning(
    { db, files, sealer, printDocument },
    { case_id, action, caller, language, now: at },
  );
  const body = { case_id, version: await versionOf(db, case_id) };
  const context = {
    caller,
    request_id: 'test',
    now: at,
    billing_time_zone: 'Asia/Seoul',
    signing,
    reading: nothingLeftOut,
  };
  await transact(db, (tx) => performAction(tx, action, body, { ...context, chance: 0, password: 'right' }));
  const [version] = await readVersions(db, case_id);
  if (version?.signature === null || version === undefined) throw new Error('not signed');
  return { ...version, signature: version.signature };
}

const change = (caller: Caller, at = now) => ({ caller, request_id: 'test', now: at });
const add = (caller = office, at = now) =>
  addCertificate(db, sealer, { id: world.center, pkcs12, password: 'wave' }, change(caller, at));
const seen = (caller = office) => readCertificates({ db, sealer, now }, caller, world.center);

test('without a certificate the signature is in the records: who, when, with which text, over which bytes', async () => {
  const case_id = await reviewed('HN26K00601', 'reading');
  const { signature, sha256, file_id, made_file_id } = await complete(case_id);
  expect(signature).toMatchObject({
    ...{ act: 'complete', language: 'ja', seal: 'none', certificate_id: null, sha256, signed_at: now },
    signed_by: world.technician.id,
    meaning: signatureMeanings.ja.complete,
  });
  expect([file_id, signature.file_id]).toEqual([made_file_id, made_file_id]);
  const [row] = await db.select().from(caseHistory).where(eq(caseHistory.version, signature.case_version));
  expect(row).toMatchObject({ case_id, action: 'complete', file_sha256: sha256 });
});

test('with a certificate the original bytes get its signature, and no other file does', async () => {
  const { fingerprint } = await add();
  const case_id = await reviewed('HN26K00602', 'reading');
  const { signature, sha256, file_id, made_file_id } = await complete(case_id);
  expect(signature).toMatchObject({ seal: 'certificate', file_id, sha256 });
  const signed = await files.whole(sha256);
  expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect(await verifyPdf(signed)).toEqual({ holds: true, fingerprint });
  for (const place of [20, pdf.length - 2, signed.length - 3]) {
    const changed = Buffer.from(signed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect((await verifyPdf(changed))?.holds ?? false, `byte ${String(place)}`).toBe(false);
  }
  expect(await verifyPdf(Buffer.concat([signed, Buffer.from('\n')]))).toBeNull();
  expect(await verifyPdf(pdf)).toBeNull();
  // The signed file replaces the file that was made, for both sides.
  for (const caller of [world.doctor, world.technician]) {
    const { technician_uploaded } = await listFiles(db, caller, case_id);
    expect(technician_uploaded.map((file) => file.file_id)).toEqual([file_id]);
    expect(made_file_id).not.toBe(file_id);
    const record = await seenCase(db, caller, case_id, 'case.read');
    const { report_versions } = await caseDetailFor(db, record, caller, now);
    expect(report_versions[0]).toMatchObject({
      file_id,
      signature: {
        signed_by: { id: world.technician.id },
        signed_at: now.toISOString(),
        certificate: { subject: 'Minato ECG center', fingerprint },
      },
    });
  }
  await readByPoppler(signed);
});

/** Checks the signature with another program, if it is installed. */
async function readByPoppler(signed: Buffer): Promise<void> {
  if (spawnSync('pdfsig', ['-v']).error !== undefined) return;
  const file = path.join(folder, 'signed.pdf');
  await writeFile(file, signed);
  const said = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
  expect(said).toContain('Signature is Valid');
  expect(said).toContain('Signature Type: ETSI.CAdES.detached');
  expect(said).toContain('Total document signed');
}

test('a file from elsewhere is unchanged', async () => {
  const { signature, file_id, made_file_id } = await complete(await reviewed('HN26K00603', 'technician'));
  expect(signature).toMatchObject({ seal: 'foreign', certificate_id: null });
  expect(file_id).toBe(made_file_id);
});

test('an expired certificate signs nothing, and the case is completed nevertheless', async () => {
  const case_id = await reviewed('HN26K00604', 'reading');
  const { signature } = await complete(case_id, new Date('2046-01-01T00:00:01Z'));
  expect(signature).toMatchObject({ seal: 'expired', certificate_id: null });
});

test('a key that another installation encrypted signs nothing', async () => {
  const case_id = await reviewed('HN26K00605', 'reading');
  const others = sealerFrom(Buffer.alloc(32, 8));
  const { technician: caller } = world;
  const completion = { case_id, action: 'complete', caller, language: 'en', now } as const;
  expect(await prepareSigning({ db, files, sealer: others, printDocument }, completion)).toMatchObject({
    seal: 'unreadable',
  });
  const { present } = await readCertificates({ db, sealer: others, now }, office, world.center);
  expect(present?.readable).toBe(false);
});

test('a proof says whether the stored bytes are still the signed ones', async () => {
  const case_id = await reviewed('HN26K00606', 'reading');
  const { sha256 } = await complete(case_id);
  const prove = () => proveReport({ db, files }, world.doctor, { case_id, report_version: 1 });
  expect(await prove()).toEqual({ report_version: 1, intact: true, in_file: 'valid' });
  await files.remove(sha256);
  expect(await prove()).toEqual({ report_version: 1, intact: false, in_file: 'broken' });
});

test.each([
  ['files/away', 'HN26K00611'],
  ['files/elsewhere', 'HN26K00612'],
  ['files/no-room', 'HN26K00613'],
] as const)('a signed file that cannot be read now (%s) is not called changed', async (code, hn_id) => {
  const case_id = await reviewed(hn_id, 'reading');
  await complete(case_id);
  const fault = new FileFault(code, 'not now');
  const unread = { ...files, prove: () => Promise.reject(fault) };
  const asked = { case_id, report_version: 1 };
  await expect(proveReport({ db, files: unread }, world.doctor, asked)).rejects.toBe(fault);
});

test('a signed file that only another server has yet is not called changed', async () => {
  const case_id = await reviewed('HN26K00614', 'reading');
  await complete(case_id);
  const unsent = { ...files, prove: () => Promise.resolve('elsewhere' as const) };
  const proof = proveReport({ db, files: unsent }, world.doctor, { case_id, report_version: 1 });
  await expect(proof).rejects.toMatchObject({ code: 'files/elsewhere' });
});

test('a center’s office stores a certificate, replaces it, and removes it with its key', async () => {
  const { present: before } = await seen();
  const next = await add(office, later);
  expect(before?.certificate_id).not.toBe(next.certificate_id);
  const { present, earlier } = await seen();
  expect(present).toMatchObject({ certificate_id: next.certificate_id, state: 'valid', readable: true });
  expect(earlier.map((one) => [one.certificate_id, one.removed_by?.id])).toEqual([
    [before?.certificate_id, office.id],
  ]);
  const remove = (certificate_id: number, caller = office) =>
    codeOf(removeCertificate(db, { id: world.center, certificate_id }, change(caller, later)));
  expect(await remove(before?.certificate_id ?? 0)).toBe('object/not-found');
  expect(await remove(next.certificate_id)).toBe('done');
  expect((await seen()).present).toBeNull();
  const keys = await db.select({ sealed_key: centerCertificates.sealed_key }).from(centerCertificates);
  expect(keys.map(({ sealed_key }) => sealed_key)).toEqual([null, null]);
});

test('nobody sets another center’s certificate, and readers do not set their own', async () => {
  const far = await addGroup(db, { type: 'tech_center', name: 'Far center' });
  const farOffice = await addCaller(db, 'faroffice', 'CENTER', far);
  expect(await codeOf(add(farOffice))).toBe('object/not-found');
  expect(await codeOf(seen(farOffice))).toBe('object/not-found');
  expect(await codeOf(add(world.chief))).toBe('auth/role-never');
});
