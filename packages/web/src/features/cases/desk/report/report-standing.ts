/** Defines which report the desk shows: its language, and the edits that it contains. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../../../platform/store.ts';
import { asLanguage } from '../../../../platform/texts/languages.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { useReadingState } from '../../reading/reading-context.tsx';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

export type DeskOfReport = Pick<Desk, 'identity'>;

/** Null for the user's own language, until another one is chosen. */
export const chosenLanguageOf = toolState(() => createStore<Language | null>(null));

export function useReportLanguage(desk: DeskOfReport): Language {
  const { i18n } = useTranslation();
  return useStored(chosenLanguageOf(desk)) ?? asLanguage(i18n.language) ?? 'en';
}

/** Returns the number of the last edit that the server has stored. */
export function useSavedSequence(): number {
  const state = useReadingState();
  return state === null ? 0 : state.log.length - state.unsent;
}
