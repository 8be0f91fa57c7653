/** Checks whether a register code is free, after a pause in the typing. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';

const restMs = 300;
const format = /^[A-Za-z0-9][A-Za-z0-9-]{2,19}$/;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

export type CodeCheck = { readonly fault: string | undefined; readonly hint: string | undefined };

/** `ownId`: the institution that may already have the code. */
export function useCodeCheck(typed: string, ownId: number | null, isEnabled: boolean): CodeCheck {
  const { t } = useTranslation('institutions');
  const { t: say } = useTranslation('messages');
  const code = useRested(typed.trim());
  const isFormed = format.test(typed.trim());
  const isSettled = code === typed.trim();
  const { data } = useQuery({
    ...callQuery('registerCodeCheck', { register_code: code, ...(ownId === null ? {} : { id: ownId }) }),
    enabled: isEnabled && isFormed && isSettled,
    staleTime: 0,
  });
  if (!isEnabled || typed.trim() === '') return { fault: undefined, hint: t('code.format') };
  if (!isFormed) return { fault: undefined, hint: t('code.format') };
  if (!isSettled || data === undefined) return { fault: undefined, hint: t('code.checking') };
  return data.available
    ? { fault: undefined, hint: t('code.free') }
    : { fault: say('refusal.group.register-code-taken'), hint: undefined };
}
