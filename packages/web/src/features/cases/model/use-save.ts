/**
 * Saves one field of a case.
 *
 * Every save names the version that it is based on, and runs after the one before it. If the version is outdated, the
 * case is read again. If nobody changed this field, the save is repeated silently on the new version; otherwise
 * `StaleField` is thrown with the newest case, and the caller keeps the typed text.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { makeSaveLog, type SaveLog } from './save-log.ts';
import { caseQuery, refreshCase } from './use-case.ts';

export class StaleField extends Error {
  readonly newest: CaseDetail;
  constructor(newest: CaseDetail) {
    super('the field was changed by somebody else');
    this.name = 'StaleField';
    this.newest = newest;
  }
}

type FieldSave = {
  /** Sends the change on this version. */
  readonly send: (version: number) => Promise<{ version: number }>;
  /** Whether the field in this newer case still has the value that the user started from. */
  readonly untouched: (newest: CaseDetail) => boolean;
  /** The case's values after the save, shown before the case is refetched. */
  readonly saved: Partial<CaseDetail>;
  /** Whether a refusal asks the user something, so that nothing has failed yet. */
  readonly needsAnswer?: (error: unknown) => boolean;
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

async function saveOnNewest(cache: QueryClient, case_id: number, save: FieldSave): Promise<void> {
  const { queryKey } = caseQuery(case_id);
  const held = cache.getQueryData(queryKey);
  if (held === undefined) throw new Error('a case is saved that is not open');
  const sent = await save.send(held.version).catch(async (error: unknown) => {
    if (!isStale(error)) throw error;
    const newest = await api.call('readCase', { case_id });
    cache.setQueryData(queryKey, newest);
    if (!save.untouched(newest)) throw new StaleField(newest);
    return save.send(newest.version);
  });
  cache.setQueryData(queryKey, (now) => now && { ...now, ...save.saved, version: sent.version });
  await refreshCase(cache, case_id);
}

export type CaseSaver = {
  readonly log: SaveLog;
  /** Runs one save at a time for this case; the promise settles when its own save does. */
  readonly save: (save: FieldSave) => Promise<void>;
};

const SaverContext = createContext<CaseSaver | undefined>(undefined);
export const SaverProvider = SaverContext.Provider;

/** Returns the saver of the surrounding page; components that edit are only rendered inside one. */
export function useSaver(): CaseSaver {
  const saver = useContext(SaverContext);
  if (saver === undefined) throw new Error('no case page around');
  return saver;
}

function makeSaver(cache: QueryClient, case_id: number): CaseSaver {
  const log = makeSaveLog(() => Date.now());
  let last: Promise<unknown> = Promise.resolve();
  const save = (field: FieldSave): Promise<void> => {
    const turn = last.catch(() => undefined).then(() => saveOnNewest(cache, case_id, field));
    last = turn;
    return log.during(turn, field.needsAnswer);
  };
  return { log, save };
}

/** Makes the saver of the page; `case_id` does not change while it is mounted. */
export function useMakeSaver(case_id: number): CaseSaver {
  const cache = useQueryClient();
  const [saver] = useState(() => makeSaver(cache, case_id));
  return saver;
}
