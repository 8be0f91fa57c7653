/** Defines which report the desk shows: its language, and the edits that it contains. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { useReadingPart } from '../../reading/reading-context.tsx';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

export type DeskOfReport = Pick<Desk, 'identity'>;

/** The language that the user chose; null for the hospital's. */
export const chosenLanguageOf = toolState(() => createStore<Language | null>(null));

/**
 * The request of the next step to the report: focus the conclusion, save a version, or save a version and then open the
 * request for verification.
 */
type ReportWish = 'conclusion' | 'version' | 'handing-on' | null;
export const reportWishOf = toolState(() => createStore<ReportWish>(null));

/** True from the moment when a version was made that leads on, until the next step was opened. */
export const madeToHandOnOf = toolState(() => createStore(false));

/** Fulfils a wish, also one from before this part was drawn. */
export function useReportWish(desk: DeskOfReport, wished: ReportWish, fulfil: () => void): void {
  const wish = reportWishOf(desk);
  const now = useStored(wish);
  const onWish = useEffectEvent(() => {
    if (now !== wished) return;
    wish.set(null);
    fulfil();
  });
  useEffect(() => onWish(), [now]);
}

export const useReportLanguage = (
  desk: DeskOfReport,
  { hospital_language }: Pick<CaseDetail, 'hospital_language'>,
): Language => useStored(chosenLanguageOf(desk)) ?? hospital_language;

/** Returns the number of the last edit that the server has stored. */
export function useSavedSequence(): number {
  return useReadingPart((state) => (state === null ? 0 : state.log.length - state.unsent));
}
