/**
 * Stores the dropped files that are not sent yet: they stay while the user is on another page of the application, and
 * are cleared with the session.
 */
import type { Priority } from '@rhythmdesk/domain/case/status';
import { createStore } from '../../../platform/store.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { onSessionEnd } from '../../../platform/session/session-state.ts';
import { fingerprintOf } from '../check/fingerprint.ts';
import { refusedResult, type CheckResult, checkResult } from '../check/check-result.ts';
import { converter } from '../convert/converter.ts';
import type { MakeOrder, Surveyed } from '../convert/convert-result.ts';
import { isZip, sourcesOf, type Source } from '../convert/source.ts';
import { emptyPatient, type Patient } from '../patients/patient.ts';
import { makeWorkerRequests } from '../../../platform/worker-requests.ts';

const requests = makeWorkerRequests(
  () => new Worker(new URL('../check/check-worker.ts', import.meta.url), { type: 'module' }),
  'the check broke off',
);

/** The page's side of the check: one worker, whose responses are parsed on arrival. */
const checker = {
  check: async (file: File): Promise<CheckResult> => checkResult.parse(await requests.ask({ file }).answer),
};

/** A recording in another format that is to become a recording zip. */
export type Conversion = {
  readonly source: Source;
  readonly survey_id: number;
  /** Null while the source is read for the first time. */
  readonly surveyed: Surveyed | null;
  /** The typed values; `start` null means the file's own clock, otherwise the local time `YYYY-MM-DDTHH:MM:SS`. */
  readonly hn_id: string;
  readonly start: string | null;
  /** Which of two instants a start that occurs twice is; null until the user says so. */
  readonly start_at: 'first' | 'second' | null;
  /** Progress of the current pass. */
  readonly share: number;
  /** The order that the card's zip was made from; null while there is no zip. */
  readonly made: MakeOrder | null;
};

export type Card = {
  readonly id: number;
  /** The zip to send or, until it is made, the first file of the source. */
  readonly file: File;
  readonly conversion: Conversion | null;
  /** Null while it is checked; `broken` if the file could not be read at all. */
  readonly result: CheckResult | 'broken' | null;
  /** Set if it differs from the hospital chosen for all. */
  readonly hospital_id: number | null;
  readonly patient: Patient;
  readonly priority: Priority;
  /** Distinguishes the dropped file from others, also after a reload; null until it is known. */
  readonly fingerprint: string | null;
  /** The drop that it belongs to. */
  readonly drop: number;
};

export type Batch = {
  readonly cards: readonly Card[];
  readonly hospital_id: number | null;
  readonly consent: boolean;
  /** The card whose patient is being edited. */
  readonly typing: number | null;
};

const empty: Batch = { cards: [], hospital_id: null, consent: false, typing: null };
const batch = createStore(empty);
let lastId = 0;
let lastDrop = 0;

onSessionEnd(() => {
  for (const { conversion } of batch.get().cards) if (conversion) converter.forget(conversion.survey_id);
  batch.set(empty);
});

export function changeBatch(by: Partial<Omit<Batch, 'cards'>>): void {
  batch.set({ ...batch.get(), ...by });
}

export function changeCard(id: number, by: Partial<Omit<Card, 'id'>>): void {
  batch.set({
    ...batch.get(),
    cards: batch.get().cards.map((card) => (card.id === id ? { ...card, ...by } : card)),
  });
}

/** Changes a card's conversion; does nothing if the card is gone. */
export function changeConversion(id: number, by: Partial<Omit<Conversion, 'source'>>): void {
  const conversion = batch.get().cards.find((card) => card.id === id)?.conversion;
  if (conversion) changeCard(id, { conversion: { ...conversion, ...by } });
}

export function removeCards(ids: readonly number[]): void {
  const [cards, gone] = [true, false].map((stays) =>
    batch.get().cards.filter(({ id }) => ids.includes(id) !== stays),
  );
  for (const { conversion } of gone ?? []) if (conversion) converter.forget(conversion.survey_id);
  batch.set({ ...batch.get(), cards: cards ?? [], consent: (cards ?? []).length > 0 && batch.get().consent });
}

async function identify({ id, file }: Card): Promise<void> {
  const fingerprint = await fingerprintOf(file).catch(() => null);
  changeCard(id, { fingerprint });
}

async function check(id: number, file: File): Promise<void> {
  const result = await checker.check(file).catch(() => 'broken' as const);
  changeCard(id, { result });
}

async function survey(id: number, answer: ReturnType<typeof converter.survey>['answer']): Promise<void> {
  const found = await answer.catch(() => null);
  if (found === null) changeCard(id, { result: 'broken' });
  else if ('fault' in found) changeCard(id, { result: refusedResult(found.fault) });
  else changeConversion(id, { surveyed: found.found, hn_id: found.found.hn_id ?? '' });
}

/** Makes the zip of a source card from an order. A cancelled conversion leaves the card unchanged. */
export async function convert(id: number, order: MakeOrder, signal: AbortSignal): Promise<void> {
  const survey_id = batch.get().cards.find((card) => card.id === id)?.conversion?.survey_id;
  if (survey_id === undefined) return;
  changeConversion(id, { share: 0, made: null });
  const onShare = (share: number) => changeConversion(id, { share });
  const made = await converter.make(survey_id, order, onShare, signal).catch(() => null);
  if (signal.aborted) return;
  if (made === null) return changeCard(id, { result: 'broken' });
  if ('fault' in made) return changeCard(id, { result: refusedResult(made.fault) });
  changeCard(id, { file: made.zip, result: made.result });
  changeConversion(id, { made: order });
}

function newCard(file: File, conversion: Conversion | null): Card {
  lastId += 1;
  return {
    id: lastId,
    file,
    conversion,
    result: null,
    hospital_id: null,
    patient: emptyPatient,
    priority: 'normal',
    fingerprint: null,
    drop: lastDrop,
  };
}

function zipCard(file: File): Card {
  const card = newCard(file, null);
  void check(card.id, file);
  void identify(card);
  return card;
}

function sourceCard(source: Source): Card[] {
  const [file] = source.files;
  if (file === undefined) return [];
  const id = lastId + 1;
  const { id: survey_id, answer } = converter.survey(source, (share) => changeConversion(id, { share }));
  const card = newCard(file, {
    source,
    survey_id,
    surveyed: null,
    hn_id: '',
    start: null,
    start_at: null,
    share: 0,
    made: null,
  });
  void survey(card.id, answer);
  void identify(card);
  return [card];
}

const filesOf = ({ file, conversion }: Card): readonly File[] => conversion?.source.files ?? [file];

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Returns true for a record that lacks a file, or a file that lacks its record: the next drop may complete it. */
function isPart({ result }: Card): boolean {
  const reason = result === null || result === 'broken' ? undefined : result.fault?.reason;
  return reason === 'source-file-missing' || reason === 'source-header-missing';
}

/**
 * Skips files that are already here, and combines parts of a record that lacked files with the new ones. Consent must
 * be confirmed again, since it refers to these patients.
 */
export async function addFiles(files: readonly File[]): Promise<void> {
  lastDrop += 1;
  const here = batch.get().cards.flatMap(filesOf);
  const added = files.filter((file) => !here.some((other) => isSame(other, file)));
  const others = added.filter((file) => !isZip(file));
  const parts = others.length > 0 ? batch.get().cards.filter(isPart) : [];
  const sources = others.length > 0 ? await sourcesOf([...parts.flatMap(filesOf), ...others]) : [];
  removeCards(parts.map(({ id }) => id));
  const cards = [...added.filter(isZip).map(zipCard), ...sources.flatMap(sourceCard)];
  batch.set({ ...batch.get(), cards: [...batch.get().cards, ...cards], consent: false });
}

/** Replaces a refused file with other files, by the same rules; a record that lacked a file keeps those it had. */
export async function replaceFile(id: number, files: readonly File[]): Promise<void> {
  lastDrop += 1;
  const others = batch.get().cards.filter((card) => card.id !== id);
  const replaced = batch.get().cards.find((card) => card.id === id);
  const here = others.flatMap(filesOf);
  const added = files.filter((file) => !here.some((other) => isSame(other, file)));
  const parts = replaced !== undefined && isPart(replaced) ? filesOf(replaced) : [];
  const kept = parts.filter((part) => !added.some((file) => isSame(file, part)));
  const sources = await sourcesOf([...kept, ...added].filter((file) => !isZip(file)));
  if (replaced?.conversion) converter.forget(replaced.conversion.survey_id);
  const instead = [...added.filter(isZip).map(zipCard), ...sources.flatMap(sourceCard)];
  batch.set({
    ...batch.get(),
    cards: batch.get().cards.flatMap((card) => (card.id === id ? instead : [card])),
    consent: false,
  });
}

export const onBatchChange = batch.subscribe;
export const currentBatch = batch.get;

export function useBatch(): Batch {
  return useStored(batch);
}
