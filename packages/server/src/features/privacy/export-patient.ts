/**
 * Exports a copy of everything stored of one patient as a zip: an index to read, the facts of each case, its recording
 * as EDF+, its documents, and who accessed the data.
 */
import type { privacyRoutes } from '@rhythmdesk/contract/privacy';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and, asc, eq, isNull, notInArray } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { caseFiles } from '../../platform/db/schema/cases.ts';
import type { ZipSource } from '../../platform/files/answer-zip.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ZipPart } from '../../platform/files/stream-zip.ts';
import { textPart, zipPieces } from '../../platform/files/zip-pieces.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { accessTable } from './patient-accesses.ts';
import { readPatientCases, type PatientCase } from './patient-cases.ts';
import { readCaseFacts } from './patient-facts.ts';
import { indexPage, type IndexedCase } from './patient-index.ts';

export type PatientExportDependencies = {
  readonly db: Db;
  readonly files: Pick<FileStore, 'stream'>;
  readonly clock: Clock;
  /** Returns the recording of a case as EDF+, with the patient in its header. */
  readonly recordingPart: (found: PatientCase) => Promise<ZipPart>;
};

type PatientQuery = {
  readonly input: ParsedOf<typeof privacyRoutes.exportPatient>;
  readonly language: Language;
};

/** Returns a file's name without what a path or another system could misread. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100);

/** The signal itself is in the EDF+ file. */
async function documentParts({ db, files }: PatientExportDependencies, case_id: number, folder: string) {
  const rows = await db
    .select()
    .from(caseFiles)
    .where(
      and(
        eq(caseFiles.case_id, case_id),
        isNull(caseFiles.purged_at),
        notInArray(caseFiles.kind, ['signal', 'view']),
      ),
    )
    .orderBy(asc(caseFiles.file_id));
  return rows.map(({ file_id, filename, sha256 }): ZipPart => {
    async function* bytes(): AsyncGenerator<Uint8Array, undefined> {
      for await (const chunk of await files.stream(sha256)) {
        if (chunk instanceof Uint8Array) yield chunk;
      }
    }
    return {
      name: `${folder}/files/${String(file_id)}-${plainName(filename)}`,
      level: 1,
      zip64: false,
      bytes,
    };
  });
}

/** Returns the recording; none if there is none, or if it was deleted at the end of its retention. */
async function recordingParts(
  { recordingPart }: PatientExportDependencies,
  found: PatientCase,
  folder: string,
): Promise<ZipPart[]> {
  try {
    const part = await recordingPart(found);
    return [{ ...part, name: `${folder}/${part.name}` }];
  } catch (fault) {
    const absent = ['object/not-found', 'recording/purged', 'recording/processing'];
    if (fault instanceof Refusal && absent.includes(fault.code)) return [];
    throw fault;
  }
}

async function openCase(
  dependencies: PatientExportDependencies,
  found: PatientCase,
  indexed: IndexedCase[],
): Promise<ZipPart[]> {
  const { case_id, hn_id, listed_at } = found.row;
  const facts = await readCaseFacts(dependencies.db, case_id);
  const recording = await recordingParts(dependencies, found, hn_id);
  const documents = await documentParts(dependencies, case_id, hn_id);
  const path = `${hn_id}/case.json`;
  indexed.push({
    ...{ hn_id, from: dateIn(found.time_zone, listed_at.getTime()) },
    files: [
      { path, what: 'facts' },
      ...recording.map(({ name }) => ({ path: name, what: 'recording' as const })),
      ...documents.map(({ name }) => ({ path: name, what: 'file' as const })),
    ],
  });
  return [textPart(path, () => JSON.stringify(facts, null, 1)), ...recording, ...documents];
}

export async function patientSource(
  dependencies: PatientExportDependencies,
  { input, language }: PatientQuery,
): Promise<ZipSource> {
  const { db, clock } = dependencies;
  const { hospital_id, patient_id, reason } = input;
  const found = await readPatientCases(
    db,
    { hospital_id, patient_id },
    { report_years: 0, now: clock.now() },
  );
  const [first] = found;
  if (first === undefined) throw new Refusal('object/not-found');
  const { time_zone } = first;
  const case_ids = found.map(({ row }) => row.case_id);
  const since = new Date(Math.min(...found.map(({ row }) => row.created_at.getTime())));
  const indexed: IndexedCase[] = [];
  const index = () =>
    indexPage({
      ...{ language, patient_id, cases: indexed, made_at: clock.now(), time_zone },
      hospital: first.hospital_name,
      patient: personName(first.row.patient_first_name, first.row.patient_last_name),
    });
  const accesses = () => accessTable(db, { hospital_id, patient_id, case_ids, since, time_zone });
  return {
    filename: 'patient-data.zip',
    total: found.length,
    ...{ case_ids, reason },
    pieces: (signal) =>
      zipPieces(
        {
          cases: found.map((each) => () => openCase(dependencies, each, indexed)),
          last: () => [
            { name: 'accesses.csv', level: 6, zip64: false, bytes: accesses },
            textPart('index.html', index),
          ],
        },
        signal,
      ),
  };
}
