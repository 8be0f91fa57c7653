/**
 * Converts recordings in other formats to recording zips, in a worker. The worker first surveys a source; once the user
 * has entered HN ID and start, it makes the zip and checks it like a device's. One at a time.
 */
import { CheckRefusal, type CheckFault } from '../check/check-result.ts';
import { checkFile } from '../check/check-file.ts';
import type { MakeOrder } from './convert-result.ts';
import { makeZip } from './make-zip.ts';
import type { Source } from './source.ts';
import { surveySource, type SourceSurvey } from './survey-source.ts';

/** The page's messages; the first two are requests and have a number of their own. */
export type ConvertBody = Request | Notice;
type Request =
  | { readonly kind: 'survey'; readonly source: Source }
  | { readonly kind: 'make'; readonly survey: number; readonly order: MakeOrder };
type Notice =
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'forget'; readonly survey: number };
type ConvertAsk = (Request & { readonly id: number }) | Notice;

const surveys = new Map<number, { source: Source; survey: SourceSurvey }>();
const stops = new Map<number, AbortController>();
let turn: Promise<unknown> = Promise.resolve();

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = turn.then(work, work);
  turn = done.catch(() => undefined);
  return done;
}

const progressEveryMs = 100;

function shareReporter(id: number): (share: number) => void {
  let last = 0;
  return (share) => {
    const now = performance.now();
    if (now - last < progressEveryMs) return;
    last = now;
    self.postMessage({ id, share });
  };
}

async function survey(id: number, source: Source, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const found = await surveySource(source, { onShare: shareReporter(id), signal });
  signal.throwIfAborted();
  surveys.set(id, { source, survey: found });
  self.postMessage({ id, answer: { found: found.shown } });
}

async function make(id: number, surveyId: number, order: MakeOrder, signal: AbortSignal): Promise<void> {
  const known = surveys.get(surveyId);
  if (known === undefined) throw new Error('nothing is known of this source');
  signal.throwIfAborted();
  const blob = await makeZip(known.survey, order, { onShare: shareReporter(id), signal });
  const zip = new File([blob], `${known.source.name.slice(0, 200)}.zip`, { type: 'application/zip' });
  self.postMessage({ id, answer: { zip, result: await checkFile(zip) } });
}

function failed(id: number, thrown: unknown): void {
  if (thrown instanceof CheckRefusal) {
    const fault: CheckFault = thrown.fault;
    self.postMessage({ id, answer: { fault } });
    return;
  }
  self.postMessage({ id, failed: thrown instanceof Error ? thrown.message : String(thrown) });
}

function begin(id: number, work: (signal: AbortSignal) => Promise<void>): void {
  const stop = new AbortController();
  stops.set(id, stop);
  inTurn(() => work(stop.signal))
    .catch((thrown: unknown) => failed(id, thrown))
    .finally(() => stops.delete(id));
}

/** Also ends the survey if it is still being made: other files wait behind it. */
function forget(surveyId: number): void {
  stops.get(surveyId)?.abort();
  surveys.delete(surveyId);
}

function isAsk(value: unknown): value is ConvertAsk {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string';
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isAsk(data)) return;
  if (data.kind === 'stop') stops.get(data.id)?.abort();
  else if (data.kind === 'forget') forget(data.survey);
  else if (data.kind === 'survey') begin(data.id, (signal) => survey(data.id, data.source, signal));
  else begin(data.id, (signal) => make(data.id, data.survey, data.order, signal));
});
