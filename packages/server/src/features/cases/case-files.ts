/**
 * Reads and writes the files of a case: lists by uploader, downloads, the technician's PDFs, and the report versions.
 */
import { Readable } from 'node:stream';
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { fileKinds, type CaseFile, type CaseFiles } from '@rhythmdesk/contract/cases';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { may } from '@rhythmdesk/domain/people/can';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { readerOf, reportFor } from '@rhythmdesk/domain/report/versions';
import { and, asc, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { caseFiles } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import {
  FileFault,
  provedBytes,
  writeBytes,
  type FileStore,
  type StoredFile,
} from '../../platform/files/file-store.ts';
import { pdfFault } from '../../platform/files/pdf-check.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { orRefuse, Refusal } from '../../platform/http/refusal.ts';
import { openEdit, savedBy, type EditContext } from '../../records/cases/open-edit.ts';
import {
  readVersions,
  replacedFiles,
  seenWithReport,
  addVersion,
  writeFileRow,
} from '../../records/cases/report-versions.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { traceBytes } from '../../records/recordings/trace-bytes.ts';
import { saveCase } from '../../records/cases/save-case.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

const kindWord = z.enum(fileKinds);

/** Permission that downloading a kind of file requires. */
const downloadPermission = {
  report: 'file.report',
  order: 'file.report',
  signal: 'file.signal',
  view: 'file.signal',
  summary: 'file.signal',
  events: 'file.signal',
  consent: 'agreement.write',
  other: 'file.report',
} as const satisfies Record<CaseFile['kind'], Permission>;

type FileRow = typeof caseFiles.$inferSelect;

function fileOf(row: FileRow, author: string | null): CaseFile {
  return {
    file_id: row.file_id,
    kind: kindWord.parse(row.kind),
    filename: row.filename,
    media_type: row.media_type,
    size_bytes: row.size_bytes,
    sha256: row.content_sha256 ?? row.sha256,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by === null ? null : { id: row.created_by, name: author ?? '' },
    purged: row.purged_at !== null,
  };
}

/** A report that was not released by a completion is visible only in the center. */
async function unreleased(db: Queryable, { actor }: Caller, case_id: number): Promise<Set<number>> {
  if (readerOf(actor.group_type) === 'center') return new Set();
  const versions = await readVersions(db, case_id);
  return new Set(versions.filter(({ released_ms }) => released_ms === null).map(({ file_id }) => file_id));
}

/** Documents contain the patient's name, in their pages and often in their file name. */
const documents: ReadonlySet<string> = new Set<CaseFile['kind']>(['report', 'order', 'other']);

/** Returns which files of a case the caller may not see: documents are hidden if the patient is masked. */
async function hiddenFrom(
  db: Queryable,
  caller: Caller,
  { row }: CaseRecord,
): Promise<(file: Pick<FileRow, 'file_id' | 'kind'>) => boolean> {
  const { masked } = patientFor(caller.actor, row);
  const held = await unreleased(db, caller, row.case_id);
  return ({ file_id, kind }) => held.has(file_id) || (masked && documents.has(kind));
}

export async function listFiles(db: Queryable, caller: Caller, case_id: number): Promise<CaseFiles> {
  const record = await seenCase(db, caller, case_id, 'case.read');
  const isHidden = await hiddenFrom(db, caller, record);
  // A signed file replaces the file that was made.
  const replaced = await replacedFiles(db, case_id);
  const rows = await db
    .select({ file: caseFiles, author: users.name })
    .from(caseFiles)
    .leftJoin(users, eq(users.id, caseFiles.created_by))
    .where(eq(caseFiles.case_id, case_id))
    .orderBy(asc(caseFiles.file_id));
  const side = (name: string): CaseFile[] =>
    rows
      .filter(({ file }) => file.side === name && !replaced.has(file.file_id) && !isHidden(file))
      .map(({ file, author }) => fileOf(file, author));
  return {
    request_uploaded: side('request'),
    user_uploaded: side('user'),
    technician_uploaded: side('technician'),
  };
}

async function stream(
  files: FileStore,
  row: Pick<FileRow, 'sha256' | 'filename' | 'size_bytes' | 'media_type'>,
) {
  await files.check(row.sha256, provedBytes);
  const size = await files.size(row.sha256);
  if (size !== null && size !== row.size_bytes) {
    throw new FileFault(
      'files/damaged',
      `file ${row.sha256} has ${String(size)} of ${String(row.size_bytes)} bytes`,
    );
  }
  const reply: BinaryReply = {
    body: await files.stream(row.sha256),
    size_bytes: row.size_bytes,
    media_type: row.media_type,
    filename: row.filename,
  };
  return reply;
}

export async function downloadFile(
  db: Db,
  files: FileStore,
  caller: Caller,
  file_id: number,
): Promise<BinaryReply> {
  const [row] = await db.select().from(caseFiles).where(eq(caseFiles.file_id, file_id));
  if (row === undefined) throw new Refusal('object/not-found');
  const record = await seenCase(db, caller, row.case_id, 'case.read');
  if (!may('case', caller.actor, downloadPermission[kindWord.parse(row.kind)], record.facts)) {
    throw new Refusal('case/not-yours');
  }
  if ((await hiddenFrom(db, caller, record))(row)) throw new Refusal('object/not-found');
  if (row.purged_at !== null) throw new Refusal('file/purged');
  return row.content_sha256 === null ? stream(files, row) : streamTrace(db, files, row, row.content_sha256);
}

/** Returns TraceData.dat of a recording that is stored packed. */
async function streamTrace(
  db: Db,
  files: FileStore,
  row: FileRow,
  content_sha256: string,
): Promise<BinaryReply> {
  const [recording] = await db.select().from(recordings).where(eq(recordings.case_id, row.case_id));
  if (recording?.trace_sha256 !== row.sha256) throw new Error('a packed file without its recording');
  await files.check(row.sha256, provedBytes);
  const { size_bytes, media_type, filename } = row;
  const frames = {
    ...tracePlaceOf(recording),
    samples: recording.samples,
    leads: storedLeads.parse(recording.leads),
  };
  return {
    body: Readable.from(traceBytes(files, frames, content_sha256)),
    size_bytes,
    media_type,
    filename,
  };
}

export async function readReport(
  db: Db,
  files: FileStore,
  caller: Caller,
  input: ParsedOf<typeof caseRoutes.report>,
): Promise<BinaryReply> {
  const { case_id, report_version } = input;
  await seenWithReport(db, caller, case_id);
  const versions = await readVersions(db, case_id);
  const version = orRefuse(reportFor(versions, readerOf(caller.actor.group_type), report_version));
  const [row] = await db.select().from(caseFiles).where(eq(caseFiles.file_id, version.file_id));
  if (row === undefined) throw new Error(`report version without its file ${String(version.file_id)}`);
  return stream(files, row);
}

export async function readOrder(
  db: Db,
  files: FileStore,
  caller: Caller,
  case_id: number,
): Promise<BinaryReply> {
  await seenWithReport(db, caller, case_id);
  const [row] = await db
    .select()
    .from(caseFiles)
    .where(and(eq(caseFiles.case_id, case_id), eq(caseFiles.kind, 'order')))
    .orderBy(desc(caseFiles.file_id))
    .limit(1);
  if (row === undefined) throw new Refusal('report/order-none');
  return stream(files, row);
}

/** Reads the whole body as bytes; the binder limits its length. */
export async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(z.instanceof(Buffer).parse(chunk));
  return Buffer.concat(chunks);
}

export async function storePdf(files: FileStore, bytes: Buffer): Promise<StoredFile> {
  const fault = await pdfFault(bytes);
  if (fault !== null) throw new Refusal('file/kind', { fields: { filename: 'refusal.file.kind' } });
  return writeBytes(files, bytes);
}

/** Adds the stored bytes as a technician's file, and for kind `report` as the next report version. */
export async function addFile(
  tx: Tx,
  input: ParsedOf<typeof caseRoutes.addFile>,
  stored: StoredFile,
  context: EditContext,
) {
  const { case_id, kind, filename } = input;
  const { record, also } = await openEdit(tx, input, kind === 'report' ? 'report' : 'reading', context);
  const file_id = await writeFileRow(tx, { case_id, kind, side: 'technician', filename }, stored, context);
  const report_version =
    kind === 'report' ? await addVersion(tx, { case_id, file_id, source: 'technician' }, context) : undefined;
  const change = { ...also, ...(report_version === undefined ? {} : { report_version }) };
  const version = await saveCase(tx, record, change, {
    action: kind === 'report' ? 'add-report' : 'add-file',
    description: filename,
    file_sha256: stored.sha256,
    ...savedBy(context),
  });
  return { case_id, version, file_id };
}

/** Adds the stored bytes as a file of the hospital. */
export async function addUserFile(
  tx: Tx,
  input: ParsedOf<typeof caseRoutes.addUserFile>,
  stored: StoredFile,
  context: EditContext,
) {
  const { case_id, filename } = input;
  const { record, also } = await openEdit(tx, input, 'user-file', context);
  const file_id = await writeFileRow(tx, { case_id, kind: 'other', side: 'user', filename }, stored, context);
  const version = await saveCase(tx, record, also, {
    action: 'add-user-file',
    description: filename,
    file_sha256: stored.sha256,
    ...savedBy(context),
  });
  return { case_id, version, file_id };
}

/** Makes the device's Report.pdf the next report version. */
export async function adoptReport(
  tx: Tx,
  input: ParsedOf<typeof caseRoutes.adoptReport>,
  context: EditContext,
) {
  const { record, also } = await openEdit(tx, input, 'report', context);
  const { case_id } = input;
  const [file] = await tx
    .select()
    .from(caseFiles)
    .where(and(eq(caseFiles.case_id, case_id), eq(caseFiles.kind, 'report'), eq(caseFiles.side, 'request')));
  if (file === undefined) throw new Refusal('report/none');
  const { file_id, filename, sha256: file_sha256 } = file;
  const report_version = await addVersion(tx, { case_id, file_id, source: 'device' }, context);
  const version = await saveCase(
    tx,
    record,
    { ...also, report_version },
    { action: 'adopt-report', description: filename, file_sha256, ...savedBy(context) },
  );
  return { case_id, version, file_id };
}
