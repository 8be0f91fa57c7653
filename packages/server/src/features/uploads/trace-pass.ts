/**
 * Reads TraceData.dat in one pass: its samples go packed to the store, and into the pyramid with its level files. The
 * device's overview is stored at the same time and compared bucket by bucket as needed, so neither is ever held in memory.
 */
import { createHash, type Hash } from 'node:crypto';
import { TracePacker, type PackedPlaces } from '@rhythmdesk/ecg/packing/packed-trace';
import { PyramidBuilder, type PyramidFacts } from '@rhythmdesk/ecg/pyramid/builder';
import { topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { parseTraceHeader, traceHeaderMaxBytes, type TraceHeader } from '@rhythmdesk/ecg/formats/trace-data';
import { parseTraceViewHeader, traceViewHeaderBytes } from '@rhythmdesk/ecg/formats/trace-view-data';
import type { FileStore, FileWriter, StoredFile } from '../../platform/files/file-store.ts';
import { UploadRefusal, valueOr } from './upload-refusal.ts';
import { ByteSource, WordCutter } from './word-cutter.ts';
import type { ZipEntry } from './zip-file.ts';

export type SignalEntry = { readonly entry: ZipEntry; readonly bytes: AsyncGenerator<Buffer, undefined> };

export type TracePass = {
  readonly header: TraceHeader;
  readonly facts: PyramidFacts;
  /** The packed form of TraceData.dat. */
  readonly trace: StoredFile;
  readonly packed: PackedPlaces;
  /** SHA-256 of TraceData.dat itself. */
  readonly content_sha256: string;
  readonly view: StoredFile;
  /** From level 1 on. */
  readonly levels: readonly StoredFile[];
};

/** Runs `work` with several writers and either commits all of them at the end or discards all. */
async function withWriters<Result>(
  store: FileStore,
  count: number,
  work: (writers: readonly FileWriter[]) => Promise<Result>,
): Promise<{ result: Result; files: StoredFile[] }> {
  const writers: FileWriter[] = [];
  try {
    while (writers.length < count) writers.push(await store.create());
    const result = await work(writers);
    const files: StoredFile[] = [];
    for (const writer of writers) files.push(await writer.commit());
    return { result, files };
  } catch (fault) {
    await Promise.all(writers.map((writer) => writer.abort()));
    throw fault;
  }
}

function writerAt(writers: readonly FileWriter[], at: number): FileWriter {
  const writer = writers[at];
  if (writer === undefined) throw new Error('a file without its writer');
  return writer;
}

const blockBytes = 256 * 1024;

/** Collects small writes of files that are made tile by tile. */
class TileFiles {
  readonly #writers: readonly FileWriter[];
  readonly #waiting: Uint8Array[][];
  readonly #bytes: number[];

  constructor(writers: readonly FileWriter[]) {
    this.#writers = writers;
    this.#waiting = writers.map(() => []);
    this.#bytes = writers.map(() => 0);
  }

  readonly take = (file: number, bytes: Uint8Array): void => {
    this.#waiting[file]?.push(bytes);
    this.#bytes[file] = (this.#bytes[file] ?? 0) + bytes.length;
  };

  /** Writes full blocks; with `all`, everything that is waiting. */
  async write(all = false): Promise<void> {
    for (const [at, waiting] of this.#waiting.entries()) {
      const enough = (this.#bytes[at] ?? 0) >= blockBytes;
      if (waiting.length === 0 || !(all || enough)) continue;
      await writerAt(this.#writers, at).write(Buffer.concat(waiting));
      this.#waiting[at] = [];
      this.#bytes[at] = 0;
    }
  }
}

async function feedOverview(
  builder: PyramidBuilder,
  source: ByteSource,
  cutter: WordCutter,
  writer: FileWriter,
  wanted: () => boolean,
): Promise<void> {
  while (wanted()) {
    const block = await source.next();
    if (block === null) return;
    await writer.write(block);
    builder.pushOverview(cutter.take(block));
  }
}

async function* hashed(blocks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer, undefined> {
  for await (const block of blocks) {
    hash.update(block);
    yield block;
  }
}

async function readHeaders(trace: SignalEntry, view: SignalEntry, hn_id: string) {
  const content = createHash('sha256');
  const traceBytes = new ByteSource(hashed(trace.bytes, content));
  const head = await traceBytes.peek(traceHeaderMaxBytes);
  const header = valueOr(parseTraceHeader(head, trace.entry.size_bytes), trace.entry.name);
  if (header.hn_id !== hn_id) throw new UploadRefusal('upload/hn-id-differs', trace.entry.name);
  const viewBytes = new ByteSource(view.bytes);
  const viewHead = await viewBytes.peek(traceViewHeaderBytes);
  const shape = { leads: header.leads.length, samples: header.samples };
  const parsedView = parseTraceViewHeader(viewHead, view.entry.size_bytes, shape);
  const viewHeader = valueOr(parsedView, view.entry.name);
  return { header, head: head.slice(0, header.header_bytes), content, viewHeader, traceBytes, viewBytes };
}

/** Processes the trace. Throws `UploadRefusal`; then no file of it is left in the store. */
export async function passTrace(
  store: FileStore,
  trace: SignalEntry,
  view: SignalEntry,
  hn_id: string,
): Promise<TracePass> {
  const { header, head, content, viewHeader, traceBytes, viewBytes } = await readHeaders(trace, view, hn_id);
  const levelCount = topLevel(header.samples);
  const { result, files } = await withWriters(store, 2 + levelCount, async (writers) => {
    // The packed samples are file 0, the levels are the files from 1 on.
    const [packedWriter, viewWriter] = [writerAt(writers, 0), writerAt(writers, 1)];
    const made = new TileFiles([packedWriter, ...writers.slice(2)]);
    const shape = { leads: header.leads.length, samples: header.samples };
    const packer = new TracePacker(shape, head, (bytes) => made.take(0, bytes));
    const builder = new PyramidBuilder({
      leadCount: header.leads.length,
      samples: header.samples,
      samplingHz: header.sampling_hz,
      overviewBucketSamples: viewHeader.samples_per_bucket,
      sink: made.take,
    });
    const frames = new WordCutter(header.header_bytes);
    const pairs = new WordCutter(traceViewHeaderBytes);
    const feed = (wanted: () => boolean) => feedOverview(builder, viewBytes, pairs, viewWriter, wanted);
    for (let block = await traceBytes.next(); block !== null; block = await traceBytes.next()) {
      const values = frames.take(block);
      packer.push(values);
      builder.push(values);
      await made.write();
      await feed(() => builder.overviewWanted > 0);
    }
    await feed(() => true);
    const facts = builder.finish();
    const packed = packer.finish();
    await made.write(true);
    return { facts, packed };
  });
  const [traceFile, viewFile, ...levels] = files;
  if (traceFile === undefined || viewFile === undefined) throw new Error('the signal was not stored');
  return {
    header,
    ...result,
    content_sha256: content.digest('hex'),
    trace: traceFile,
    view: viewFile,
    levels,
  };
}
