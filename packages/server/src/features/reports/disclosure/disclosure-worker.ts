/**
 * Draws full disclosures in a worker thread. The thread applies the edits of the reading, sends the rate of each line
 * and draws each page when it is requested, so that memory holds only one page, the reading and the text.
 */
import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { countedIntervals } from '@rhythmdesk/ecg/rhythm/intervals';
import { openStore } from '../../../platform/files/open-store.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { drawOnPages } from '../../../platform/pdf/draw-on-pages.ts';
import { openStoredReading } from '../../../records/readings/stored-reading.ts';
import { readFrames, stretchSamples } from '../../../records/recordings/stored-frames.ts';
import {
  disclosureAsk,
  disclosureOrder,
  type DisclosureOrder,
  type DisclosureReply,
} from './disclosure-message.ts';
import { atLine, drawLine, lineRates, type LineSource } from './draw-lines.ts';
import { createColumns, type SignalLine } from './signal-columns.ts';
import { storedScaleOf } from './signal-height.ts';

function requirePort(): MessagePort {
  if (parentPort === null) throw new Error('not in a thread');
  return parentPort;
}
const port = requirePort();

/** Sends a reply and waits for the next request. */
async function answerWith(reply: DisclosureReply) {
  const next = once(port, 'message').then(([message]: unknown[]) => disclosureAsk.parse(message));
  port.postMessage(reply);
  return next;
}

async function readingOf(files: FileStore, order: DisclosureOrder) {
  const { reading, figures, frames, layout, offset_ms } = order;
  const open = await openStoredReading(files, reading.base);
  open.apply(reading.log);
  const folded = open.reading();
  const { criteria, engine_version, midnights_s } = figures;
  const { episodes } = createReadingFigures()(folded, { criteria, engine_version, midnights_s });
  const { beats, quality } = folded;
  const { sampling_hz } = frames;
  const mm_per_mv = await storedScaleOf(files, frames, order.lead, layout.pitch_mm);
  const source: LineSource = { layout, sampling_hz, mm_per_mv, offset_ms, beats, episodes };
  return { source, rates: lineRates(source, countedIntervals(beats, quality).rr) };
}

async function* signalLines(files: FileStore, order: DisclosureOrder): AsyncGenerator<SignalLine, undefined> {
  const { frames, layout, offset_ms, lead } = order;
  const { sampling_hz, leads } = frames;
  const columns = createColumns({ sampling_hz, line_ms: layout.line_ms, offset_ms, leads, lead });
  for await (const words of readFrames(files, frames, stretchSamples(leads.length)))
    yield* columns.push(words);
  const rest = columns.rest();
  if (rest !== null) yield rest;
}

/** Yields the drawing operators of each page and its number of lines. */
async function* pageDrawings(
  files: FileStore,
  order: DisclosureOrder,
  source: LineSource,
): AsyncGenerator<string, undefined> {
  const { layout } = order;
  let line = 0;
  let drawn: string[] = [];
  for await (const signal of signalLines(files, order)) {
    if (line >= layout.lines) break;
    drawn.push(atLine(layout, line % layout.lines_a_page, drawLine(source, line, signal)));
    line += 1;
    if (drawn.length < layout.lines_a_page && line < layout.lines) continue;
    yield drawn.join('');
    drawn = [];
  }
  if (drawn.length > 0) yield drawn.join('');
}

const order = disclosureOrder.parse(workerData);
const files = await openStore(order.files_folder);
const { source, rates } = await readingOf(files, order);
const answer = await answerWith({ rates, mm_per_mv: source.mm_per_mv });
if (answer === 'next') throw new Error('no words came');
const { lines_a_page, lines } = order.layout;
let page = 0;
for await (const bytes of drawOnPages(answer.words, pageDrawings(files, order, source))) {
  const before = Math.min(lines, Math.max(0, page - 1) * lines_a_page);
  const after = Math.min(lines, page * lines_a_page);
  page += 1;
  await answerWith({ bytes: new Uint8Array(bytes), lines: after - before });
}
await files.close();
port.postMessage({ is_over: true } satisfies DisclosureReply);
port.close();
