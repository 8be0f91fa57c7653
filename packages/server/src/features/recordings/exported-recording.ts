/** Describes the input of every export format. */
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import type { EdfPatient } from '@rhythmdesk/ecg/formats/edf-identity';
import type { RecordingMarks } from '@rhythmdesk/ecg/formats/marked-recording';
import type { StudySource } from '../../records/dicom/study-elements.ts';
import type { StoredFrames } from '../../records/recordings/stored-frames.ts';

export type ExportedRecording = {
  readonly hn_id: string;
  readonly patient: EdfPatient;
  /** Of the DICOM object; null if the caller sees the patient masked. */
  readonly study: StudySource | null;
  readonly recording_id: number;
  readonly start_ms: number;
  /** The same time in the hospital's local time, written as if it were UTC. */
  readonly clock_ms: number;
  readonly frames: StoredFrames;
  readonly marks: RecordingMarks;
  readonly summary: AnalysisSummary | null;
  /** The number of edits in the log of the reading. */
  readonly edits: number;
};
