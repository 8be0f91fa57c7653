/**
 * Provides the bulk actions: assign several cases to one technician or request several in one call, or take several for
 * oneself one after the other.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { type AttemptKeys, makeAttemptKeys } from '../model/attempt-key.ts';
import { perform } from '../model/perform.ts';

export type BulkResult = { case_id: number; ok: boolean; detail: string | null };

export function useBulkAssign(rows: readonly CaseRow[], onDone: (results: readonly BulkResult[]) => void) {
  const [keys] = useState<AttemptKeys>(() => makeAttemptKeys());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const assign = async (technician_id: number) => {
    const input = { technician_id, cases: rows.map(({ case_id, version }) => ({ case_id, version })) };
    setBusy(true);
    setError(null);
    try {
      const answer = await api.call('assignMany', input, { idempotency_key: keys.keyFor(input) });
      keys.answered();
      setResults(answer.results);
      onDone(answer.results);
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return { assign: (technician_id: number) => void assign(technician_id), busy, error, results };
}

async function takeOne({ case_id, version }: CaseRow, conflict: string): Promise<BulkResult> {
  try {
    await perform('assign-to-me', { case_id, version }, makeAttemptKeys());
    return { case_id, ok: true, detail: null };
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    return { case_id, ok: false, detail: fault.detail || conflict };
  }
}

export function useBulkTake() {
  const { t } = useTranslation('messages');
  return async (rows: readonly CaseRow[]): Promise<readonly BulkResult[]> => {
    const results: BulkResult[] = [];
    for (const row of rows) results.push(await takeOne(row, t('alert.conflict')));
    return results;
  };
}

export function useBulkRequest() {
  const [keys] = useState<AttemptKeys>(() => makeAttemptKeys());
  return async (rows: readonly CaseRow[]): Promise<readonly BulkResult[]> => {
    const input = { cases: rows.map(({ case_id, version }) => ({ case_id, version })) };
    const answer = await api.call('requestMany', input, { idempotency_key: keys.keyFor(input) });
    keys.answered();
    return answer.results;
  };
}
