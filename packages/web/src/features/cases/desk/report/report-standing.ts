/** Defines which report the desk shows: its language, and the edits that it contains. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { useReadingState } from '../../reading/reading-context.tsx';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

export type DeskOfReport = Pick<Desk, 'identity'>;

/** The language that the user chose; null for the hospital's. */
export const chosenLanguageOf = toolState(() => createStore<Language | null>(null));

export const useReportLanguage = (
  desk: DeskOfReport,
  { hospital_language }: Pick<CaseDetail, 'hospital_language'>,
): Language => useStored(chosenLanguageOf(desk)) ?? hospital_language;

/** Returns the number of the last edit that the server has stored. */
export function useSavedSequence(): number {
  const state = useReadingState();
  return state === null ? 0 : state.log.length - state.unsent;
}
