/**
 * The files that were dropped and are not sent yet: they stay while the user looks at something else in the
 * application, and leave with the session.
 */
import type { Priority } from '@rhythmdesk/domain/case/status';
import { useSyncExternalStore } from 'react';
import { onSessionChange, sessionState } from '../../../platform/session/session-state.ts';
import { checker } from '../check/checker.ts';
import type { CheckResult } from '../check/check-result.ts';

export const patientFields = [
  'patient_last_name',
  'patient_first_name',
  'patient_id',
  'birth_date',
  'gender',
  'phone_number',
  'comment',
] as const;
export type PatientField = (typeof patientFields)[number];
export type Patient = Readonly<Record<PatientField, string>>;

export const nobody: Patient = {
  patient_last_name: '',
  patient_first_name: '',
  patient_id: '',
  birth_date: '',
  gender: '',
  phone_number: '',
  comment: '',
};

export type Card = {
  readonly id: number;
  readonly file: File;
  /** Null while it is checked; `broken` where the file could not be read at all. */
  readonly result: CheckResult | 'broken' | null;
  /** Where it differs from the one chosen for all. */
  readonly hospital_id: number | null;
  readonly patient: Patient;
  readonly priority: Priority;
};

export type Batch = {
  readonly cards: readonly Card[];
  readonly hospital_id: number | null;
  readonly consent: boolean;
};

const empty: Batch = { cards: [], hospital_id: null, consent: false };
let batch = empty;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Batch): void {
  batch = next;
  for (const listener of [...listeners]) listener();
}

onSessionChange(() => {
  if (sessionState().kind === 'signed-out' && batch !== empty) set(empty);
});

export function changeBatch(by: Partial<Omit<Batch, 'cards'>>): void {
  set({ ...batch, ...by });
}

export function changeCard(id: number, by: Partial<Omit<Card, 'id'>>): void {
  set({ ...batch, cards: batch.cards.map((card) => (card.id === id ? { ...card, ...by } : card)) });
}

export function removeCards(ids: readonly number[]): void {
  const cards = batch.cards.filter(({ id }) => !ids.includes(id));
  set({ ...batch, cards, consent: cards.length > 0 && batch.consent });
}

async function check(id: number, file: File): Promise<void> {
  const result = await checker.check(file).catch(() => 'broken' as const);
  changeCard(id, { result });
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Files that are here already are passed over; consent is asked for anew, since it speaks of these patients. */
export function addFiles(files: readonly File[]): void {
  const added = files.filter((file) => !batch.cards.some((card) => isSame(card.file, file)));
  const cards = added.map((file): Card => {
    lastId += 1;
    return { id: lastId, file, result: null, hospital_id: null, patient: nobody, priority: 'normal' };
  });
  set({ ...batch, cards: [...batch.cards, ...cards], consent: false });
  for (const { id, file } of cards) void check(id, file);
}

/** Another file in the place of a refused one. */
export function replaceFile(id: number, file: File): void {
  changeCard(id, { file, result: null });
  void check(id, file);
}

export function useBatch(): Batch {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => batch,
  );
}
