/**
 * Stores the values typed for one recording as a draft of this page, by its file's fingerprint or, from a list, by its
 * HN ID.
 */
import { priorities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { useSyncExternalStore } from 'react';
import { serverDrafts } from '../../../platform/drafts/server-drafts.ts';
import { emptyPatient, isEmptyPatient, type PatientField } from './patient.ts';

const text = z.string().catch('');
const patient = z.object({
  patient_last_name: text,
  patient_first_name: text,
  patient_id: text,
  birth_date: text,
  gender: text,
  phone_number: text,
  comment: text,
} satisfies Record<PatientField, z.ZodType>);

const keptPatient = z.object({
  filename: text,
  hn_id: text,
  patient: patient.catch(emptyPatient),
  priority: z.enum(priorities).catch('normal'),
  hospital_id: z.number().nullable().catch(null),
  /** The typed start of a recording in another format; null for the file's own clock. */
  start: z.string().nullable().catch(null),
});
export type KeptPatient = z.output<typeof keptPatient>;

export const nameOfFile = (fingerprint: string): string => `upload/${fingerprint}`;
export const nameOfHnId = (hn_id: string): string => `upload/hn-${hn_id}`;

export const contentOf = (kept: KeptPatient): string => JSON.stringify(keptPatient.parse(kept));

export function readKept(content: string | undefined): KeptPatient | null {
  if (content === undefined) return null;
  try {
    return keptPatient.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

/** Returns whether the user typed anything, beyond what the file contains. */
export const isTyped = ({ patient: typed, priority, hospital_id, start }: KeptPatient): boolean =>
  !isEmptyPatient(typed) || priority !== 'normal' || hospital_id !== null || start !== null;

export const keeper = serverDrafts('upload');

export const useDrafts = (): ReadonlyMap<string, string> | null =>
  useSyncExternalStore(keeper.onChange, keeper.contents);
export const useDraftsRefused = (): boolean => useSyncExternalStore(keeper.onChange, keeper.refused);
