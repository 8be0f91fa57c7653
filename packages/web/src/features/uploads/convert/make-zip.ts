/**
 * Makes the second pass over a recording in another format: writes the four files of the recording format as a zip.
 *
 * Invariants: memory is one piece of the file and the browser's part of the zip; the zip passes the same check as a
 * device's; SummaryData.csv states that no device analysed anything.
 */
import { diaryNotes } from '@rhythmdesk/ecg/formats/diary-notes';
import { encodeEventsCsv } from '@rhythmdesk/ecg/formats/events-csv';
import { FrameFlow } from '@rhythmdesk/ecg/formats/frame-flow';
import { encodeRecordSheet, recordSheetLines } from '@rhythmdesk/ecg/formats/record-sheet';
import { encodeSummaryCsv, uncountedHours } from '@rhythmdesk/ecg/formats/summary-csv';
import { encodeTraceHeader, traceFileBytes } from '@rhythmdesk/ecg/formats/trace-data';
import { encodeTraceViewHeader, overviewBucket } from '@rhythmdesk/ecg/formats/trace-view-data';
import { OverviewMaker } from '@rhythmdesk/ecg/pyramid/overview';
import { BlobReader, configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { sourceRefusal } from '../check/format-reason.ts';
import { blobWriter } from './blob-writer.ts';
import type { MakeOrder } from './convert-result.ts';
import type { Pass, SourceSurvey } from './survey-source.ts';

configure({ useWebWorkers: false });

/** Above this size a zip uses 64-bit sizes. */
const zip64Bytes = 2 ** 32 - 2 ** 26;

const bytesOf = (words: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(words.slice().buffer);

/** Samples of a gap that are in memory at once: a gap may be days long. */
const gapSamples = 2 ** 20;

/** Yields the frames of TraceData.dat; the overview's pairs go to `view` on the way. */
async function* traceFrames(
  { opened, choice, signal }: SourceSurvey,
  view: OverviewMaker,
  pass: Pass,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const { sampling_hz, scales } = signal;
  const places = choice.kept.map((place, at) => ({ signal: place, step: scales[at]?.step ?? Number }));
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  const flow = new FrameFlow(places, sampling_hz, (frames) => {
    view.addFrames(frames, 0, frames.length / scales.length);
    blocks.push(bytesOf(frames));
  });
  for (let piece = 0; piece < opened.file.pieces; piece++) {
    const { runs } = await opened.read(piece);
    for (const run of runs) {
      while (flow.fillBefore(run, gapSamples)) yield* blocks.splice(0);
      const fault = flow.add(run);
      if (fault !== null) throw sourceRefusal(fault, opened.head.name);
      yield* blocks.splice(0);
    }
    pass.onShare((piece + 1) / opened.file.pieces);
  }
}

/** Returns TraceData.dat as a stream. Every pull enqueues or closes: after another one the stream would wait for ever. */
function traceStream(
  survey: SourceSurvey,
  { hn_id, start_ms }: MakeOrder,
  view: OverviewMaker,
  pass: Pass,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { samples, sampling_hz, scales } = survey.signal;
  const leads = scales.map(({ lead }) => lead);
  const header = encodeTraceHeader({ leads, hn_id, start_ms, sampling_hz, samples });
  const frames = traceFrames(survey, view, pass);
  return new ReadableStream({
    start: (stream) => stream.enqueue(header),
    pull: async (stream) => {
      pass.signal.throwIfAborted();
      const next = await frames.next();
      if (next.done === true) stream.close();
      else stream.enqueue(next.value);
    },
  });
}

/** Returns the zip; throws `CheckRefusal`, and an `AbortError` if it is no longer wanted. */
export async function makeZip(survey: SourceSurvey, order: MakeOrder, pass: Pass): Promise<Blob> {
  const { signal, opened, choice } = survey;
  const { samples, sampling_hz, scales, notes, flaws } = signal;
  const leads = scales.length;
  const bucket = overviewBucket(sampling_hz);
  const view = blobWriter();
  view.write(
    encodeTraceViewHeader({ leads, samples_per_bucket: bucket, buckets: Math.ceil(samples / bucket) }),
  );
  const overview = new OverviewMaker(leads, bucket, 'frames', (pairs) =>
    view.write(bytesOf(Int16Array.from(pairs))),
  );
  const packed = blobWriter();
  const zip = new ZipWriter(packed.writable, { level: 6 });
  const zip64 = traceFileBytes(leads, samples) > zip64Bytes;
  await zip.add('TraceData.dat', traceStream(survey, order, overview, pass), { zip64 });
  overview.finish();
  await zip.add('TraceViewData.dat', new BlobReader(view.blob()));
  const hours = uncountedHours(order.start_ms, (samples / sampling_hz) * 1000);
  await zip.add('SummaryData.csv', new Uint8ArrayReader(encodeSummaryCsv(hours)));
  const { events } = diaryNotes(notes, order.start_ms);
  if (events.length > 0) await zip.add('Events.csv', new Uint8ArrayReader(encodeEventsCsv(events)));
  const sheet = recordSheetLines({
    ...order,
    format: opened.title,
    sampling_hz,
    samples,
    leads: scales.map(({ lead }) => lead.label),
    left_out: choice.left_out,
    flaws,
    counted_from: null,
  });
  await zip.add('Report.pdf', new Uint8ArrayReader(encodeRecordSheet(sheet)));
  await zip.close();
  return packed.blob();
}
