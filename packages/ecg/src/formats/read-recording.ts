// Reads a recording of any foreign format: takes files and returns the frames of TraceData.dat, or a refusal with a
// code.
//
//   const files = [{ name: '100.hea', bytes }, { name: '100.dat', bytes }, { name: '100.atr', bytes }];
//   const read = readRecording(files, parsers);
//   if (read.ok) read.value.frames …
//
// The format is detected by content (detect-format.ts). Libraries parse DICOM and XML; the caller passes them in, since
// this package has no imports. group-files.ts sorts many files into recordings.

import { readAecg, type XmlElement } from './aecg.ts';
import { detectFormat, type SourceFormat } from './detect-format.ts';
import type { DicomItem } from './dicom-item.ts';
import { readDicomWaveform } from './dicom-waveform.ts';
import { readEdf } from './edf.ts';
import { stemOf } from './group-files.ts';
import { readIshne } from './ishne.ts';
import type { LeftOut } from './lead-choice.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { NO_SAMPLE, type Recording, type RecordingNote } from './recording.ts';
import { readScp } from './scp.ts';
import { recordingToFrames, type TraceFrames } from './trace-frames.ts';
import type { WfdbAnnotation } from './wfdb-annotation.ts';
import { readWfdbRecord } from './wfdb-record.ts';

export interface SourceFile {
  /** Name without folders; a WFDB header refers to its signal files by it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The libraries that parse files; each returns null if the bytes are not such a file. */
export interface SourceParsers {
  readonly dicom: (bytes: Uint8Array) => DicomItem | null;
  readonly xml: (bytes: Uint8Array) => XmlElement | null;
}

/** Leads, sampling rate and frames are as in TraceData.dat; a missing sample is −32768 (`NO_SIGNAL`). */
export interface ReadRecording extends TraceFrames {
  readonly format: SourceFormat;
  /** The name of the record or the file, without extension. */
  readonly name: string;
  /** Unix milliseconds (integer) of the first sample; null if the file does not contain it. */
  readonly start_ms: number | null;
  /** False: `start_ms` is a local clock time read as UTC, which the caller must shift once the zone is known. */
  readonly start_has_zone: boolean;
  /** Reference beats and rhythms of a WFDB record's .atr, positions in frames; null if there is none. */
  readonly annotations: readonly WfdbAnnotation[] | null;
  readonly notes: readonly RecordingNote[];
  /** The voltages that the frames leave out. */
  readonly left_out: readonly LeftOut[];
}

/** A recording as read, before it is converted to frames. */
interface SourceRecording extends Recording {
  readonly annotations: readonly WfdbAnnotation[] | null;
}

/**
 * Reads one recording: a file, or a WFDB header with its files. Refuses with file/unknown-format,
 * file/several-recordings, file/no-signal, and the faults of the format's reader and of `recordingToFrames`.
 */
export function readRecording(files: readonly SourceFile[], parsers: SourceParsers): Parsed<ReadRecording> {
  const known = files.flatMap((file) => {
    const format = detectFormat(file.name, file.bytes);
    return format === null ? [] : [{ file, format }];
  });
  const [first, second] = known;
  if (first === undefined) return refuse('file/unknown-format', { file: files[0]?.name ?? '' });
  if (second !== undefined) return refuse('file/several-recordings', { file: second.file.name });
  const source = readSource(first.format, first.file, files, parsers);
  if (!source.ok) return source;
  const { leads, start_ms: startMs, start_has_zone, annotations, notes } = source.value;
  if (!leads.some(({ samples }) => samples.some((value) => value !== NO_SAMPLE)))
    return refuse('file/no-signal');
  const frames = recordingToFrames(source.value);
  if (!frames.ok) return frames;
  return parsed({
    ...frames.value,
    format: first.format,
    name: stemOf(first.file.name),
    start_ms: startMs === null ? null : Math.round(startMs),
    start_has_zone,
    annotations,
    notes,
  });
}

function readSource(
  format: SourceFormat,
  file: SourceFile,
  files: readonly SourceFile[],
  parsers: SourceParsers,
): Parsed<SourceRecording> {
  if (format === 'wfdb') return readWfdbRecord(file, files);
  const read = readOneFile(format, file.bytes, parsers);
  return read.ok ? parsed({ ...read.value, annotations: null }) : read;
}

/** Reads a file of a known format other than WFDB, as a recording of its own leads. */
export function readOneFile(
  format: Exclude<SourceFormat, 'wfdb'>,
  bytes: Uint8Array,
  parsers: SourceParsers,
): Parsed<Recording> {
  switch (format) {
    case 'edf':
    case 'bdf':
      return readEdf(bytes);
    case 'ishne':
      return readIshne(bytes);
    case 'scp':
      return readScp(bytes);
    case 'dicom': {
      const set = parsers.dicom(bytes);
      return set === null ? refuse('dicom/unreadable') : readDicomWaveform(set);
    }
    case 'aecg': {
      const root = parsers.xml(bytes);
      return root === null ? refuse('aecg/unreadable') : readAecg(root);
    }
  }
}
