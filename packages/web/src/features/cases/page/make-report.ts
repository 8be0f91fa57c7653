/** Makes the next report version from the reading; for an amendment it asks what changes. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { printedFields } from '@rhythmdesk/contract/reports';
import { phraseOccasions } from '@rhythmdesk/domain/report/phrase-occasions';
import { phraseFigures } from '@rhythmdesk/domain/report/phrases';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { UnsavedWork, useSettledWork } from '../actions/use-settled-version.ts';
import { useSaver } from '../model/use-save.ts';

const longestAmendment = 1000;

/**
 * After completion the hospital already has a report, so the next one states what was changed and why. The text is
 * offered again if the report could not be made; `forget` is called once it is made.
 */
function useAmendment({ case_id, confirmed_date }: Pick<CaseDetail, 'case_id' | 'confirmed_date'>) {
  const { t } = useTranslation('report');
  const dialogs = useDialogs();
  const kept = useRef({ case_id, text: '' });
  const ask = async (): Promise<string | null> => {
    if (confirmed_date === null) return '';
    const said = await dialogs.prompt({
      title: t('amend.title'),
      message: t('amend.message'),
      label: t('amend.label'),
      confirmText: t('make'),
      required: true,
      maxLength: longestAmendment,
      defaultValue: kept.current.case_id === case_id ? kept.current.text : '',
    });
    if (said !== null) kept.current = { case_id, text: said };
    return said === null ? null : said.trim();
  };
  const forget = () => {
    kept.current = { case_id, text: '' };
  };
  return { ask, forget };
}

const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'report/figures-stale' || error.code === 'report/conclusion-contradicts');

/** Lists what in the conclusion is out of date or contradicts the reading, and asks whether to keep it. */
function useMayKeepStale(): (error: ApiError) => Promise<boolean> {
  const { t } = useTranslation('phrases');
  const format = useFormat();
  const dialogs = useDialogs();
  return ({ fields }) => {
    const named = phraseFigures.filter((figure) => Object.hasOwn(fields, `figures.${figure}`));
    const names = format.list(named.map((figure) => t(`figure.${figure}`)));
    const contradicted = phraseOccasions.filter((one) => Object.hasOwn(fields, `statements.${one}`));
    if (contradicted.length > 0) {
      const statements = format.list(contradicted.map((one) => t(`occasion.${one}`)));
      const also = named.length === 0 ? '' : ` ${t('contradicts.also', { names })}`;
      return dialogs.confirm({
        title: t('contradicts.title'),
        message: t('contradicts.message', { names: statements }) + also,
        confirmText: t('stale.make'),
      });
    }
    return dialogs.confirm({
      title: t('stale.title'),
      message: t('stale.message', { names }),
      confirmText: t('stale.make'),
    });
  };
}

const isUnprintable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'report/unprintable';

/** Lists the characters that would be printed as a mark, by field, and asks whether to save the version anyway. */
function useMayKeepMarks(): (error: ApiError) => Promise<boolean> {
  const { t } = useTranslation('report');
  const dialogs = useDialogs();
  return ({ fields }) => {
    const found = printedFields.flatMap((field) => {
      const characters = fields[`characters.${field}`];
      return characters === undefined ? [] : [{ field, characters }];
    });
    const names = found
      .map(({ field, characters }) => t('unprintable.in', { field: t(`unprintable.${field}`), characters }))
      .join(t('unprintable.and'));
    const isName = found.some(({ field }) => field === 'patient');
    return dialogs.confirm({
      title: t('unprintable.title'),
      message: t('unprintable.message', { names }) + (isName ? t('unprintable.name') : ''),
      confirmText: t('unprintable.make'),
    });
  };
}

/** The confirmations that the user gave for this version. */
type Confirmed = { readonly keep_stale: boolean; readonly keep_unprintable: boolean };

export function useMakeReport(
  detail: Pick<CaseDetail, 'case_id' | 'confirmed_date'>,
  onMade: () => void,
): { readonly busy: boolean; readonly make: (language: Language) => Promise<void> } {
  const saver = useSaver();
  const amending = useAmendment(detail);
  const mayKeep = useMayKeepStale();
  const mayKeepMarks = useMayKeepMarks();
  const settled = useSettledWork();
  const { alert } = useDialogs();
  const { t } = useTranslation('actions');
  const [busy, setBusy] = useState(false);
  const { case_id } = detail;
  const send = (language: Language, amendment: string, confirmed: Confirmed): Promise<void> =>
    saver.save({
      send: (version) => api.call('makeReport', { case_id, version, language, amendment, ...confirmed }),
      untouched: () => true,
      saved: {},
      needsAnswer: (error) => isStale(error) || isUnprintable(error),
    });
  const sendOrConfirm = async (
    language: Language,
    amendment: string,
    confirmed: Confirmed = { keep_stale: false, keep_unprintable: false },
  ): Promise<boolean> => {
    try {
      await send(language, amendment, confirmed);
      return true;
    } catch (error) {
      if (isStale(error) && !confirmed.keep_stale)
        return (
          (await mayKeep(error)) && sendOrConfirm(language, amendment, { ...confirmed, keep_stale: true })
        );
      if (isUnprintable(error) && !confirmed.keep_unprintable)
        return (
          (await mayKeepMarks(error)) &&
          sendOrConfirm(language, amendment, { ...confirmed, keep_unprintable: true })
        );
      throw error;
    }
  };
  const make = async (language: Language): Promise<void> => {
    const amendment = await amending.ask();
    if (amendment === null) return;
    setBusy(true);
    try {
      await settled();
      if (!(await sendOrConfirm(language, amendment))) return;
      amending.forget();
      onMade();
    } catch (error) {
      if (error instanceof UnsavedWork) await alert({ message: t('unsaved') });
      else await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, make };
}
