/**
 * Runs in the thread of `stream-sheet.ts`: receives batches of rows and sends the bytes of the file. It requests a
 * batch when the previous one is in the zip, and sends the bytes that the zip has produced so far with that request.
 */
import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { ZipWriter } from '@zip.js/zip.js';
import { sheetPlan, sheetRows, type SheetRow } from './sheet-plan.ts';
import { fixedParts, sheetPart } from './sheet-styles.ts';
import { sheetNameXml, sheetWriter } from './sheet-xml.ts';

function requirePort(): MessagePort {
  if (parentPort === null) throw new Error('not in a thread');
  return parentPort;
}

const port = requirePort();
const plan = sheetPlan.parse(workerData);
const made: Uint8Array[] = [];
const encoder = new TextEncoder();

const send = (is_over: boolean): void => port.postMessage({ parts: made.splice(0), is_over });

/** Returns the next rows, or null if there are no more. */
async function askRows(): Promise<readonly SheetRow[] | null> {
  const answer = once(port, 'message').then(([message]: unknown[]) => message);
  send(false);
  return sheetRows.nullable().parse(await answer);
}

async function* sheetParts(): AsyncGenerator<Uint8Array, undefined> {
  const sheet = sheetWriter(plan);
  yield encoder.encode(sheet.begin);
  let line = 2;
  for (let rows = await askRows(); rows !== null; rows = await askRows()) {
    yield encoder.encode(rows.map((row, at) => sheet.row(row, line + at)).join(''));
    line += rows.length;
  }
  yield encoder.encode(sheet.end);
}

async function writeZip(writable: WritableStream<Uint8Array>): Promise<void> {
  const zip = new ZipWriter(writable, { useWebWorkers: false });
  for (const [name, xml] of fixedParts(sheetNameXml(plan.name))) {
    await zip.add(name, ReadableStream.from<Uint8Array>([encoder.encode(xml)]));
  }
  await zip.add(sheetPart, ReadableStream.from<Uint8Array>(sheetParts()));
  await zip.close();
}

const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
const writing = writeZip(writable).catch(async (fault: unknown) => {
  await writable.abort(fault);
  throw fault;
});
for await (const part of readable) made.push(part);
await writing;
send(true);
// The open port would keep the thread alive.
port.close();
