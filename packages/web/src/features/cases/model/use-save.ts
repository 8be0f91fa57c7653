/**
 * Saves one field of a case.
 *
 * Every save names the version that it is based on, and runs after the one before it. If the version is outdated, the
 * case is read again. If nobody changed this field, the save is repeated silently on the new version; otherwise
 * `StaleField` is thrown with the newest case, and the caller keeps the typed text. The same holds if the page learned
 * of the change before the save: its version is the newest then, but the user has not seen the other value.
 *
 * An action on the case first waits for these saves, and then names the version that they produced: what a user wrote
 * is part of what the user acts on, and never a reason to refuse the action.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { sendBeforeLeaving } from '../../../platform/session/unsent-work.ts';
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
  /**
   * Whether the field in this newer case still has the value that the user started from. Absent: a refused save is never
   * repeated.
   */
  readonly untouched?: (newest: CaseDetail) => boolean;
  /** The case's values after the save, shown before the case is refetched. */
  readonly saved: Partial<CaseDetail>;
  /** Whether a refusal asks the user something, so that nothing has failed yet. */
  readonly needsAnswer?: (error: unknown) => boolean;
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the case already has what is saved: the response to an earlier attempt was lost. */
const hasAlready = (newest: CaseDetail, saved: Partial<CaseDetail>): boolean =>
  Object.entries(saved).every(([field, value]) => sameValue(Reflect.get(newest, field), value));

/** Whether another user changed what this save replaces. */
const isOverwritten = ({ untouched, saved }: FieldSave, newest: CaseDetail): boolean =>
  untouched !== undefined && !untouched(newest) && !hasAlready(newest, saved);

/** Two consecutive versions of a case. */
type OwnStep = { readonly from: number; readonly to: number };

async function saveOnNewest(cache: QueryClient, case_id: number, save: FieldSave): Promise<OwnStep> {
  const { queryKey } = caseQuery(case_id);
  const held = cache.getQueryData(queryKey);
  if (held === undefined) throw new Error('a case is saved that is not open');
  if (isOverwritten(save, held)) throw new StaleField(held);
  let from = held.version;
  const sent = await save.send(from).catch(async (error: unknown) => {
    if (!isStale(error)) throw error;
    const newest = await api.call('readCase', { case_id });
    cache.setQueryData(queryKey, newest);
    if (save.untouched === undefined || isOverwritten(save, newest)) throw new StaleField(newest);
    from = newest.version;
    return save.send(from);
  });
  cache.setQueryData(queryKey, (now) => now && { ...now, ...save.saved, version: sent.version });
  await refreshCase(cache, case_id, sent.version);
  return { from, to: sent.version };
}

export type CaseSaver = {
  readonly case_id: number;
  readonly log: SaveLog;
  /** Runs one save at a time for this case; the promise settles when its own save does. */
  readonly save: (save: FieldSave) => Promise<void>;
  /** Registers a text that is saved while it is typed; `send` sends it now and returns whether the server has it. */
  readonly register: (send: () => Promise<boolean>) => () => void;
  /** Sends all typed text and waits for all saves; returns whether the server has everything. */
  readonly settle: () => Promise<boolean>;
  /** Notes a version that a change by this page produced. */
  readonly note: (step: OwnStep) => void;
  /** Returns the version that only changes by this page produced from the given one. */
  readonly versionAfter: (version: number) => number;
};

const SaverContext = createContext<CaseSaver | undefined>(undefined);
export const SaverProvider = SaverContext.Provider;

/** Returns the saver of the surrounding page; components that edit are only rendered inside one. */
export function useSaver(): CaseSaver {
  const saver = useContext(SaverContext);
  if (saver === undefined) throw new Error('no case page around');
  return saver;
}

/** Returns the saver of a page that is no part of a case: `null`. */
export const useOptionalSaver = (): CaseSaver | null => useContext(SaverContext) ?? null;

/** Follows the versions that the page produced itself. */
export function makeOwnVersions(): Pick<CaseSaver, 'note' | 'versionAfter'> {
  const next = new Map<number, number>();
  return {
    note({ from, to }) {
      if (to === from + 1) next.set(from, to);
    },
    versionAfter(version) {
      let now = version;
      for (let after = next.get(now); after !== undefined; after = next.get(now)) now = after;
      return now;
    },
  };
}

export function makeSaver(cache: QueryClient, case_id: number): CaseSaver {
  const log = makeSaveLog(() => Date.now());
  const versions = makeOwnVersions();
  const texts = new Set<() => Promise<boolean>>();
  let last: Promise<unknown> = Promise.resolve();
  const save = (field: FieldSave): Promise<void> => {
    const turn = last
      .catch(() => undefined)
      .then(() => saveOnNewest(cache, case_id, field))
      .then(versions.note);
    last = turn;
    return log.during(turn, field.needsAnswer);
  };
  const register = (send: () => Promise<boolean>) => {
    texts.add(send);
    return () => void texts.delete(send);
  };
  const settle = async (): Promise<boolean> => {
    const sent = await Promise.all([...texts].map((send) => send()));
    await last.catch(() => undefined);
    return sent.every(Boolean);
  };
  return { case_id, log, save, register, settle, ...versions };
}

/** Makes the saver of the page; `case_id` does not change while it is mounted. */
export function useMakeSaver(case_id: number): CaseSaver {
  const cache = useQueryClient();
  const [saver] = useState(() => makeSaver(cache, case_id));
  useEffect(() => sendBeforeLeaving(saver.settle), [saver]);
  return saver;
}
