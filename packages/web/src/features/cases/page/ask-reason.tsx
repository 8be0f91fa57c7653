/** Asks an administrator for a reason before patient data is shown; it is written to the audit log. */
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { caseQuery } from '../model/use-case.ts';

const longest = 200;

export function AskReason({ case_id }: { case_id: number }) {
  const { t } = useTranslation('case-page');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    const reason = await dialogs.prompt({
      title: t('reason.title'),
      message: t('reason.body'),
      label: t('reason.label'),
      confirmText: t('reason.confirm'),
      required: true,
      maxLength: longest,
    });
    setAsking(false);
    if (reason === null) return;
    try {
      const detail = await api.call('readCase', { case_id, reason: reason.trim() });
      cache.setQueryData(caseQuery(case_id).queryKey, detail);
    } catch (error) {
      await showFault(error, 'patch');
    }
  };
  const askFirst = useEffectEvent(ask);
  useEffect(() => {
    // Strict mode mounts twice: only the mount that stays asks.
    const timer = setTimeout(() => void askFirst(), 0);
    return () => clearTimeout(timer);
  }, [case_id]);
  if (asking) return null;
  return (
    <EmptyState
      level="h1"
      title={t('reason.owed')}
      action={
        <Button variant="contained" color="primary" onClick={() => void ask()}>
          {t('reason.confirm')}
        </Button>
      }
    />
  );
}
