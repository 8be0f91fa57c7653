// Reads a recording of any foreign format: takes files and returns the frames of TraceData.dat, or a refusal with a
// code.
//
//   const files = [{ name: '100.hea', bytes }, { name: '100.dat', bytes }, { name: '100.atr', bytes }];
//   const read = readRecording(files, parseXml);
//   if (read.ok) read.value.frames …
//
// The format is detected by content (detect-format.ts). A library parses XML; the caller passes it in, since this package
// has no imports. group-files.ts sorts many files into recordings.

import { readAecg, type XmlRoot } from './aecg.ts';
import type { SourceFormat } from './detect-format.ts';
import { readDicom } from './dicom-waveform.ts';
import { edfHeaderMaxBytes, edfPieces } from './edf-pieces.ts';
import { foreignFormat } from './foreign-formats.ts';
import { FrameFlow } from './frame-flow.ts';
import { groupFiles, stemOf } from './group-files.ts';
import { ishneHeaderMaxBytes, ishnePieces } from './ishne.ts';
import { chooseLeads } from './lead-choice.ts';
import { withReadableLabels } from './lead-names.ts';
import { mferPieces } from './mfer-pieces.ts';
import { MferScan } from './mfer-scan.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { inOnePiece, readPiece, type PiecewiseFile, type SignalPiece } from './piecewise.ts';
import type { LeftOut, Recording, RecordingNote, SourceFlaw } from './recording.ts';
import { withinRate } from './rate-limit.ts';
import { readScp } from './scp.ts';
import { SignalSurvey } from './signal-survey.ts';
import type { TraceFrames } from './trace-frames.ts';
import type { WfdbAnnotation } from './wfdb-annotation.ts';
import { parseWfdbHeader } from './wfdb-header.ts';
import { wfdbPieces } from './wfdb-pieces.ts';
import { readReference, readWfdbRecord, type ReferenceAnnotations } from './wfdb-record.ts';
import { joinSegments, parseWfdbMaster } from './wfdb-segments.ts';

export interface SourceFile {
  /** Name without folders; a WFDB header refers to its signal files by it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns the root of an XML document; null if the bytes are none. */
export type XmlParser = (bytes: Uint8Array) => XmlRoot | null;

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
  /** The faults that were found in the file. */
  readonly flaws: readonly SourceFlaw[];
}

/**
 * Reads one recording: a file, or a WFDB header with its files. Refuses with file/unknown-format, file/foreign-format (found),
 * file/several-recordings, file/no-signal, and the faults of the format's reader, `chooseLeads` and `SignalSurvey`.
 */
export function readRecording(files: readonly SourceFile[], parseXml: XmlParser): Parsed<ReadRecording> {
  const groups = groupFiles(files.map((file) => ({ ...file, head: file.bytes })));
  const known = groups.filter((group) => group.format !== null);
  const [first, second] = known;
  const format = first?.format ?? null;
  if (first === undefined || format === null) return unknown(files[0]);
  if (second !== undefined) return refuse('file/several-recordings', { file: second.files[0]?.name ?? '' });
  const file = first.files.find(({ name }) => format !== 'wfdb' || isHeaderOf(first.name, name));
  if (file === undefined) return refuse('file/unknown-format', { file: first.name });
  const opened = format === 'wfdb' ? openWfdb(file, files) : openFile(format, file.bytes, parseXml);
  if (!opened.ok) return opened;
  const bytesOf = (name: string): Uint8Array =>
    name === '' ? file.bytes : (files.find((each) => each.name === name)?.bytes ?? new Uint8Array());
  const frames = framesOf(withinRate(withReadableLabels(opened.value)), bytesOf);
  if (!frames.ok) return frames;
  const { sampling_hz, flaws } = frames.value;
  const reference: ReferenceAnnotations =
    format === 'wfdb' ? readReference(file, files, sampling_hz) : { annotations: null, flaws: [] };
  return parsed({
    ...frames.value,
    format,
    name: stemOf(file.name),
    start_has_zone: opened.value.start_has_zone,
    annotations: reference.annotations,
    flaws: [...flaws, ...reference.flaws],
  });
}

function unknown(file: SourceFile | undefined): FormatRefusal {
  const foreign = foreignFormat(file?.bytes ?? new Uint8Array());
  const name = file?.name ?? '';
  if (foreign === null) return refuse('file/unknown-format', { file: name });
  return refuse('file/foreign-format', { file: name, found: foreign.name });
}

/** Values that are held in memory, 4 GB: a file of two records may state that weeks are between them. */
const MOST_VALUES = 2 ** 31;

/** Reads a file in two passes, as the page does: the first finds its leads, length and scales, the second its frames. */
function framesOf(file: PiecewiseFile, bytesOf: (name: string) => Uint8Array) {
  const choice = chooseLeads(file.signals, file.left_out);
  if (!choice.ok) return choice;
  const { kept, sampling_hz, left_out } = choice.value;
  const survey = new SignalSurvey(file, choice.value, () => undefined);
  const surveyed = eachPiece(file, bytesOf, (piece) => survey.add(piece));
  if (surveyed !== null) return surveyed;
  const found = survey.finish();
  if (!found.ok) return found;
  const { scales, samples, start_ms, notes, flaws } = found.value;
  if (samples * kept.length > MOST_VALUES) return refuse('trace/too-long', { found: samples / sampling_hz });
  const frames = new Int16Array(samples * kept.length);
  const steps = kept.map((signal, place) => ({ signal, step: scales[place]?.step ?? Number }));
  let at = 0;
  const flow = new FrameFlow(steps, sampling_hz, (block) => {
    frames.set(block, at);
    at += block.length;
  });
  const flowed = eachPiece(file, bytesOf, ({ runs }) => {
    for (const run of runs) {
      const fault = flow.add(run);
      if (fault !== null) return fault;
    }
    return null;
  });
  if (flowed !== null) return flowed;
  const leads = scales.map(({ lead }) => lead);
  return parsed({ leads, sampling_hz, samples, frames, left_out, start_ms, notes, flaws });
}

function eachPiece(
  file: PiecewiseFile,
  bytesOf: (name: string) => Uint8Array,
  take: (piece: SignalPiece) => FormatRefusal | null,
): FormatRefusal | null {
  for (let at = 0; at < file.pieces; at++) {
    const piece = readPiece(file, at, bytesOf);
    const fault = piece.ok ? take(piece.value) : piece;
    if (fault !== null) return fault;
  }
  return null;
}

const isHeaderOf = (record: string, name: string): boolean => /\.hea$/i.test(name) && stemOf(name) === record;

function openWfdb(header: SourceFile, files: readonly SourceFile[]): Parsed<PiecewiseFile> {
  const master = parseWfdbMaster(header.bytes);
  if (!master.ok) return master;
  if (master.value === null) return openSingle(header, files);
  const segments: (PiecewiseFile | null)[] = [];
  for (const { name, frames } of master.value.segments) {
    const own = files.find((file) => name !== null && isHeaderOf(name, file.name));
    if (name !== null && own === undefined && frames > 0)
      return refuse('wfdb/file-missing', { file: `${name}.hea` });
    const opened = own === undefined || frames === 0 ? null : openSingle(own, files);
    if (opened !== null && !opened.ok) return opened;
    segments.push(opened?.value ?? null);
  }
  return parsed(joinSegments(master.value, segments));
}

function openSingle(header: SourceFile, files: readonly SourceFile[]): Parsed<PiecewiseFile> {
  const head = parseWfdbHeader(header.bytes);
  if (!head.ok) return head;
  const pieces = wfdbPieces(head.value, new Map(files.map(({ name, bytes }) => [name, bytes.length])));
  if (!pieces.ok) return pieces;
  if (pieces.value !== null) return parsed(pieces.value);
  const whole = readWfdbRecord(header, files);
  return whole.ok ? parsed(inOnePiece(whole.value)) : whole;
}

function openFile(
  format: Exclude<SourceFormat, 'wfdb'>,
  bytes: Uint8Array,
  parseXml: XmlParser,
): Parsed<PiecewiseFile> {
  if (format === 'edf' || format === 'bdf')
    return edfPieces(bytes.subarray(0, edfHeaderMaxBytes), bytes.length);
  if (format === 'ishne') return ishnePieces(bytes.subarray(0, ishneHeaderMaxBytes), bytes.length);
  if (format === 'mfer') return readMfer(bytes);
  const whole = readWholeFile(format, bytes, parseXml);
  return whole.ok ? parsed(inOnePiece(whole.value)) : whole;
}

function readMfer(bytes: Uint8Array): Parsed<PiecewiseFile> {
  const scan = new MferScan(bytes.length);
  for (let range = scan.next(); range !== null; range = scan.next())
    scan.add(bytes.subarray(range.from, range.to));
  const frames = scan.finish();
  return frames.ok ? parsed(mferPieces(frames.value)) : frames;
}

/** Reads a file of a format of short recordings, as a recording of its own leads. */
export function readWholeFile(
  format: 'scp' | 'dicom' | 'aecg',
  bytes: Uint8Array,
  parseXml: XmlParser,
): Parsed<Recording> {
  if (format === 'scp') return readScp(bytes);
  if (format === 'dicom') return readDicom(bytes);
  const root = parseXml(bytes);
  return root === null ? refuse('aecg/unreadable') : readAecg(root);
}
