/**
 * Saves the typed values of the cards as drafts, and restores them for the same file after a reload.
 *
 * Invariants: a card takes the draft of its file once, and the draft of its HN ID from a list once, and only while
 * nothing was typed on it here; a card that is sent or removed leaves no draft; the drafts remain when the session
 * ends.
 */
import { sessionState } from '../../../platform/session/session-state.ts';
import { countUnsent } from '../../../platform/session/unsent-work.ts';
import {
  contentOf,
  isTyped,
  keeper,
  nameOfFile,
  nameOfHnId,
  readKept,
  type KeptPatient,
} from '../patients/kept-patient.ts';
import { changeCard, changeConversion, currentBatch, onBatchChange, type Card } from './batch.ts';
import { hnIdOf } from './verdict.ts';

function keptOf(card: Card): KeptPatient {
  const { file, conversion, patient, priority, hospital_id } = card;
  const hn_id = conversion?.hn_id ?? hnIdOf(card) ?? '';
  const filename = conversion?.source.files[0]?.name ?? file.name;
  return { filename, hn_id, patient, priority, hospital_id, start: conversion?.start ?? null };
}

/** Also an HN ID that the file did not contain. */
function hasTyped(card: Card): boolean {
  const { conversion } = card;
  const own = conversion !== null && conversion.surveyed !== null ? conversion.hn_id : '';
  return isTyped(keptOf(card)) || own !== (conversion?.surveyed?.hn_id ?? '');
}

const loaded = new Set<string>();
let before: readonly Card[] = [];

function give({ id, conversion }: Card, kept: KeptPatient): void {
  const { patient, priority, hospital_id, hn_id, start } = kept;
  changeCard(id, { patient, priority, hospital_id });
  if (conversion !== null) changeConversion(id, { ...(hn_id === '' ? {} : { hn_id }), start });
}

/** Returns the draft that this card may take now: that of its file or its HN ID, as soon as each is known. */
function takes(card: Card, names: readonly (string | null)[]): KeptPatient | null {
  for (const name of names) {
    const key = name === null ? '' : `${String(card.id)} ${name}`;
    if (name === null || loaded.has(key)) continue;
    loaded.add(key);
    const kept = readKept(keeper.contents()?.get(name));
    if (kept !== null && !hasTyped(card)) return kept;
  }
  return null;
}

function keepCard(card: Card): void {
  const { fingerprint, conversion } = card;
  const isRead = conversion === null || conversion.surveyed !== null || card.result !== null;
  if (fingerprint === null || !isRead) return;
  const hn_id = hnIdOf(card);
  const byHnId = hn_id === null ? null : nameOfHnId(hn_id);
  const kept = takes(card, [nameOfFile(fingerprint), byHnId]);
  if (kept !== null) return give(card, kept);
  if (!hasTyped(card)) return keeper.forget(nameOfFile(fingerprint));
  keeper.keep(nameOfFile(fingerprint), contentOf(keptOf(card)));
  if (byHnId !== null) keeper.forget(byHnId);
}

function sync(): void {
  if (sessionState().kind !== 'signed-in') {
    before = [];
    loaded.clear();
    return;
  }
  if (keeper.contents() === null) return;
  const { cards } = currentBatch();
  const here = new Set(cards.map(({ id }) => id));
  const gone = before.filter(({ id }) => !here.has(id));
  before = cards;
  for (const { fingerprint } of gone) {
    const isElsewhere = cards.some((card) => card.fingerprint === fingerprint);
    if (fingerprint !== null && !isElsewhere) keeper.forget(nameOfFile(fingerprint));
  }
  for (const card of cards) keepCard(card);
}

/** Only one run is queued: changes during a run are handled in the next. */
let isQueued = false;
function syncSoon(): void {
  if (isQueued) return;
  isQueued = true;
  queueMicrotask(() => {
    isQueued = false;
    sync();
  });
}

let isKeeping = false;

/** Called by the page; it continues while the user works elsewhere, like the cards. */
export function keepBatch(): void {
  void keeper.load();
  if (isKeeping) return;
  isKeeping = true;
  countUnsent('chosen', () => currentBatch().cards.length);
  onBatchChange(syncSoon);
  keeper.onChange(syncSoon);
  window.addEventListener('beforeunload', (event) => {
    if (currentBatch().cards.length > 0 || keeper.hasUnsaved()) event.preventDefault();
  });
}

/** Drafts of recordings that are not on the page. */
export function absentDrafts(
  drafts: ReadonlyMap<string, string>,
  cards: readonly Card[],
): readonly { readonly name: string; readonly kept: KeptPatient }[] {
  const here = new Set(
    cards.flatMap((card) => {
      const hn_id = hnIdOf(card);
      return [
        ...(card.fingerprint === null ? [] : [nameOfFile(card.fingerprint)]),
        ...(hn_id === null ? [] : [nameOfHnId(hn_id)]),
      ];
    }),
  );
  return [...drafts].flatMap(([name, content]) => {
    const kept = here.has(name) ? null : readKept(content);
    return kept === null ? [] : [{ name, kept }];
  });
}
