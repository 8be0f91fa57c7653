/**
 * Names the strips of a report as DICOM waveforms, and makes their files. What is named follows from the report alone, so
 * that every copy of a report names the same objects.
 */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { SignalSource } from '../recordings/stored-frames.ts';
import { tracePlaceOf } from '../recordings/trace-place-of.ts';
import type { StudySource } from './study-elements.ts';
import { waveformFile, type DicomFile } from './waveform-file.ts';
import { classOf, fitsWaveform, waveformUid, type WaveformPart } from './waveform-object.ts';

type Strip = WaveformPart & { readonly of: 'strip' };
export type NamedObject = Pick<DicomFile, 'sop_class' | 'sop_instance'>;

/** Returns the strips whose rate and length DICOM has a waveform for. */
function stripsOf({ figures, recording }: ReportDocument) {
  const { sampling_hz } = figures.summary;
  const leads = recording.leads.map((label) => ({ label }));
  return figures.strips
    .map(({ strip, start_sample, end_sample, caption }) => ({
      part: { of: 'strip', strip, start_sample, end_sample, caption } satisfies Strip,
      shape: { sampling_hz, leads, samples: end_sample - start_sample },
    }))
    .filter(({ shape }) => fitsWaveform(shape));
}

export const namedStrips = (study: StudySource, document: ReportDocument | null): NamedObject[] =>
  document === null
    ? []
    : stripsOf(document).map(({ part, shape }) => ({
        sop_class: classOf(shape),
        sop_instance: waveformUid(study, part),
      }));

/** Returns the stored recording of a case, or null if there is none or its signal was deleted. */
export async function storedRecording(db: Queryable, case_id: number) {
  const [row] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined || row.purged_at !== null) return null;
  const { recording_id, start_ms, samples, sampling_hz } = row;
  const leads = storedLeads.parse(row.leads);
  return { recording_id, start_ms, frames: { ...tracePlaceOf(row), samples, sampling_hz, leads } };
}
type StoredRecording = NonNullable<Awaited<ReturnType<typeof storedRecording>>>;

export const stripFiles = (
  files: SignalSource['files'],
  study: StudySource,
  { start_ms, frames }: StoredRecording,
  document: ReportDocument,
): DicomFile[] =>
  stripsOf(document)
    .filter(({ part }) => part.end_sample <= frames.samples)
    .map(({ part }) => waveformFile({ files, study, frames, start_ms }, part));
