/** The next report version made from the reading; an amendment is asked what it changes. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useSaver } from '../model/use-save.ts';

const longestAmendment = 1000;

/** Once completed the hospital has a report, and the next one says what was changed and why. */
function useAskAmendment({ confirmed_date }: Pick<CaseDetail, 'confirmed_date'>) {
  const { t } = useTranslation('report');
  const dialogs = useDialogs();
  return async (): Promise<string | null> => {
    if (confirmed_date === null) return '';
    const said = await dialogs.prompt({
      title: t('amend.title'),
      message: t('amend.message'),
      label: t('amend.label'),
      confirmText: t('make'),
      required: true,
    });
    return said === null ? null : said.trim().slice(0, longestAmendment);
  };
}

export function useMakeReport(
  detail: Pick<CaseDetail, 'case_id' | 'confirmed_date'>,
  onMade: () => void,
): { readonly busy: boolean; readonly make: (language: Language) => Promise<void> } {
  const saver = useSaver();
  const askAmendment = useAskAmendment(detail);
  const [busy, setBusy] = useState(false);
  const { case_id } = detail;
  const make = async (language: Language): Promise<void> => {
    const amendment = await askAmendment();
    if (amendment === null) return;
    setBusy(true);
    try {
      await saver.save({
        send: (version) => api.call('makeReport', { case_id, version, language, amendment }),
        untouched: () => true,
        saved: {},
      });
      onMade();
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, make };
}
