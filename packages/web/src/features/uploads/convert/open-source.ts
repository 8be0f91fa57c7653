/**
 * Opens a recording in another format so that it can be read piece by piece. Formats of hospital ECGs, which are
 * seconds long, and the rare WFDB records that cannot be split are read as a whole, up to a limit.
 *
 * Invariants: of a long file never more than one piece is in memory; whatever the bytes are, the result is a file or a
 * `CheckRefusal` that names the faulty file.
 */
import { detectBytes } from '@rhythmdesk/ecg/formats/detect-format';
import { foreignFormat } from '@rhythmdesk/ecg/formats/foreign-formats';
import { edfHeaderMaxBytes, edfPieces } from '@rhythmdesk/ecg/formats/edf-pieces';
import { ishneHeaderMaxBytes, ishnePieces } from '@rhythmdesk/ecg/formats/ishne';
import { stemOf } from '@rhythmdesk/ecg/formats/group-files';
import { withReadableLabels } from '@rhythmdesk/ecg/formats/lead-names';
import { mferPieces } from '@rhythmdesk/ecg/formats/mfer-pieces';
import { MferScan } from '@rhythmdesk/ecg/formats/mfer-scan';
import type { Parsed } from '@rhythmdesk/ecg/formats/parsed';
import { inOnePiece, type PiecewiseFile, type SignalPiece } from '@rhythmdesk/ecg/formats/piecewise';
import { readWholeFile } from '@rhythmdesk/ecg/formats/read-recording';
import { withinRate } from '@rhythmdesk/ecg/formats/rate-limit';
import { parseWfdbHeader } from '@rhythmdesk/ecg/formats/wfdb-header';
import { wfdbPieces } from '@rhythmdesk/ecg/formats/wfdb-pieces';
import { readWfdbRecord } from '@rhythmdesk/ecg/formats/wfdb-record';
import { joinSegments, parseWfdbMaster } from '@rhythmdesk/ecg/formats/wfdb-segments';
import { CheckRefusal } from '../check/check-result.ts';
import { sourceRefusal } from '../check/format-reason.ts';
import type { Source } from './source.ts';

export type OpenSource = {
  readonly title: string;
  readonly file: PiecewiseFile;
  /** Reads a piece; throws `CheckRefusal`. */
  readonly read: (piece: number) => Promise<SignalPiece>;
  /** The file with which the recording begins. */
  readonly head: File;
};

/** A file that is read as a whole is in memory several times. */
const wholeMaxBytes = 200 * 2 ** 20;

async function bytesOf(file: Blob, from = 0, to = file.size): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, to).arrayBuffer());
}

async function wholeOf(file: File): Promise<Uint8Array> {
  if (file.size > wholeMaxBytes) throw new CheckRefusal('source-large', file.name);
  return bytesOf(file);
}

function valueOr<Value>(read: Parsed<Value>, file: File): Value {
  if (read.ok) return read.value;
  throw sourceRefusal(read, file.name);
}

async function openMfer(file: File): Promise<PiecewiseFile> {
  const scan = new MferScan(file.size);
  for (let range = scan.next(); range !== null; range = scan.next())
    scan.add(await bytesOf(file, range.from, range.to));
  return mferPieces(valueOr(scan.finish(), file));
}

/** Opens a file that is one recording. */
async function openFile(source: Source, file: File): Promise<{ title: string; file: PiecewiseFile }> {
  const { format } = source;
  if (format === 'edf' || format === 'bdf') {
    const head = await bytesOf(file, 0, edfHeaderMaxBytes);
    const isPlus = /^[EB]DF\+/.test(new TextDecoder('latin1').decode(head.subarray(192, 197)));
    const title = `${format.toUpperCase()}${isPlus ? '+' : ''}`;
    return { title, file: valueOr(edfPieces(head, file.size), file) };
  }
  if (format === 'ishne') {
    const head = await bytesOf(file, 0, ishneHeaderMaxBytes);
    return { title: 'ISHNE', file: valueOr(ishnePieces(head, file.size), file) };
  }
  if (format === 'mfer') return { title: 'MFER', file: await openMfer(file) };
  if (format === 'scp' || format === 'dicom' || format === 'aecg') {
    const title = { scp: 'SCP-ECG', dicom: 'DICOM', aecg: 'HL7 aECG' }[format];
    // The XML library is larger than the page that offers it.
    const parseXml = format === 'aecg' ? (await import('./parse-xml.ts')).parseXml : () => null;
    const read = readWholeFile(format, await wholeOf(file), parseXml);
    return { title, file: inOnePiece(valueOr(read, file)) };
  }
  return refuseUnknown(file);
}

/** Refuses a file that is no recording by what it is. */
async function refuseUnknown(file: File): Promise<never> {
  const foreign = foreignFormat(await bytesOf(file, 0, detectBytes));
  if (foreign !== null) {
    const reason = ({ recording: 'foreign', picture: 'picture', table: 'table' } as const)[foreign.kind];
    throw new CheckRefusal(`source-${reason}`, file.name, { format: foreign.name });
  }
  const isPart = /\.(dat|mat|atr)$/i.test(file.name);
  throw new CheckRefusal(isPart ? 'source-header-missing' : 'source-unknown', file.name);
}

async function openRecord({ files }: Source, header: File): Promise<PiecewiseFile> {
  const bytes = await wholeOf(header);
  const parsed = valueOr(parseWfdbHeader(bytes), header);
  const signals = files.filter(({ name }) => parsed.signals.some(({ file }) => file === name));
  const sizes = new Map(signals.map(({ name, size }) => [name, size]));
  const pieces = valueOr(wfdbPieces(parsed, sizes), header);
  if (pieces !== null) return pieces;
  const wholes = await Promise.all(
    signals.map(async (file) => ({ name: file.name, bytes: await wholeOf(file) })),
  );
  return inOnePiece(valueOr(readWfdbRecord({ name: header.name, bytes }, wholes), header));
}

const headerOf = ({ files }: Source, record: string): File | undefined =>
  files.find(({ name }) => /\.hea$/i.test(name) && stemOf(name) === record);

/** Opens a record of one segment or several. */
async function openWfdb(source: Source, header: File): Promise<PiecewiseFile> {
  const master = valueOr(parseWfdbMaster(await wholeOf(header)), header);
  if (master === null) return openRecord(source, header);
  const opened: (PiecewiseFile | null)[] = [];
  for (const { name, frames } of master.segments) {
    const own = name === null ? undefined : headerOf(source, name);
    if (name !== null && own === undefined && frames > 0)
      throw new CheckRefusal('source-file-missing', `${name}.hea`);
    opened.push(own === undefined || frames === 0 ? null : await openRecord(source, own));
  }
  return joinSegments(master, opened);
}

/** Throws `CheckRefusal`. */
export async function openSource(source: Source): Promise<OpenSource> {
  const header = source.format === 'wfdb' ? headerOf(source, source.name) : undefined;
  const head = header ?? source.files[0];
  if (head === undefined) throw new CheckRefusal('source-unknown');
  if (head.size === 0) throw new CheckRefusal('empty', head.name);
  const { title, file: own } =
    header === undefined
      ? await openFile(source, head)
      : { title: 'WFDB', file: await openWfdb(source, header) };
  const file = withinRate(withReadableLabels(own));
  const blobOf = (name: string): Blob => source.files.find((each) => each.name === name) ?? head;
  return {
    title,
    file,
    head,
    read: async (piece) => {
      const ranges = file.ranges(piece);
      const bytes = await Promise.all(
        ranges.map(({ file: name, from, to }) => bytesOf(name === '' ? head : blobOf(name), from, to)),
      );
      return valueOr(file.read(piece, bytes), head);
    },
  };
}
