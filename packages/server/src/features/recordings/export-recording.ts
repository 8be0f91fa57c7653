/**
 * Exports a recording with its reading in a format that other programs read: EDF+, WFDB, DICOM or tables.
 *
 * Invariants: memory is one stretch of the signal, whatever its length; every sample is exported as it was received,
 * and gaps are marked; the file name contains the HN ID and no patient data; name and birth date are in the EDF header
 * only if this caller may see them; every export is written to the audit log. Headers use the hospital's local time,
 * tables ISO 8601 UTC.
 */
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import type { ExportFormat, recordingRoutes } from '@rhythmdesk/contract/recordings';
import type { RecordingMarks } from '@rhythmdesk/ecg/formats/marked-recording';
import { eq } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { storedEvents, storedGaps, storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { provedBytes, type FileStore } from '../../platform/files/file-store.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ExportedRecording } from './exported-recording.ts';
import { edfInOnePiece, edfWithBeats, edfWithoutBeats } from './export-edf.ts';
import { dicomReply } from './export-dicom.ts';
import { csvReply } from './export-tables.ts';
import { wfdbReply } from './export-wfdb.ts';
import { exportedReading } from './exported-reading.ts';
import { openExport, type ExportCase } from './open-export.ts';
import type { SignalSource } from '../../records/recordings/stored-frames.ts';
import type { Db } from '../../platform/db/database.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

const replies = {
  edf: edfWithoutBeats,
  'edf-continuous': edfInOnePiece,
  'edf-beats': edfWithBeats,
  wfdb: wfdbReply,
  dicom: dicomReply,
  csv: csvReply,
} as const satisfies Record<
  ExportFormat,
  (source: SignalSource, recording: ExportedRecording) => BinaryReply | Promise<BinaryReply>
>;

async function readRow(db: Db, case_id: number, processing: boolean) {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal(processing ? 'recording/processing' : 'object/not-found');
  if (row.purged_at !== null) throw new Refusal('recording/purged');
  return row;
}

function eventsOf(row: typeof recordings.$inferSelect): RecordingMarks['events'] {
  return storedEvents.parse(row.events).map(({ time, kind, note }) => ({
    at_ms: Date.parse(time) - row.start_ms,
    text: kind === 'button' ? 'Patient button' : `Diary: ${note}`,
  }));
}

export type ExportDependencies = {
  readonly db: Db;
  readonly files: FileStore;
  /** The folder of the disk store, for the thread that replays readings. */
  readonly files_folder: string;
};

/** Reads the stored recording of an opened case with its reading. Who may have it was decided before. */
export async function readExported(
  { db, files, files_folder }: ExportDependencies,
  { case_id, hn_id, time_zone, processing, patient, study }: ExportCase & { readonly case_id: number },
): Promise<ExportedRecording> {
  const row = await readRow(db, case_id, processing);
  const found = await exportedReading({ db, files_folder }, case_id);
  const { samples, sampling_hz, start_ms } = row;
  await files.check(row.trace_sha256, provedBytes);
  return {
    ...{ hn_id, patient, study, start_ms },
    recording_id: row.recording_id,
    clock_ms: zoneClock(time_zone).shown(start_ms),
    frames: {
      ...tracePlaceOf(row),
      samples,
      sampling_hz,
      leads: storedLeads.parse(row.leads),
    },
    marks: {
      beats: found?.beats ?? null,
      episodes: found?.summary.episodes ?? [],
      events: eventsOf(row),
      gaps: storedGaps.parse(row.gaps),
    },
    summary: found?.summary ?? null,
    edits: found?.edits ?? 0,
  };
}

export async function exportRecording(
  dependencies: ExportDependencies,
  { caller, input }: Call<typeof recordingRoutes.exportRecording>,
): Promise<BinaryReply> {
  const { case_id, format } = input;
  const opened = await openExport(dependencies.db, caller, case_id);
  const recording = await readExported(dependencies, { case_id, ...opened });
  if (format === 'csv' && recording.summary === null) throw new Refusal('export/no-analysis');
  const reply = await replies[format]({ files: dependencies.files }, recording);
  noteAudit({ target: format });
  return reply;
}
