/** Which report the desk shows: in which language, and of which edits. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { useTranslation } from 'react-i18next';
import { asLanguage } from '../../../../platform/texts/languages.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { useReadingState } from '../../reading/reading-context.tsx';
import type { Desk } from '../session/use-desk.ts';

export type LanguageOfDesk = Pick<Desk, 'language'>;

export function useReportLanguage({ language }: LanguageOfDesk): Language {
  const { i18n } = useTranslation();
  return useStored(language) ?? asLanguage(i18n.language) ?? 'en';
}

/** The edits that the server has. */
export function useSavedSequence(): number {
  const state = useReadingState();
  return state === null ? 0 : state.log.length - state.unsent;
}
