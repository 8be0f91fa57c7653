/** Provides the reading session of the case on the page, opened on the current analysis and updated by live events. */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { CaseReading } from '@rhythmdesk/contract/reading';
import type { FigureOptions } from '@rhythmdesk/ecg/reading/reading-figures';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { sendBeforeLeaving } from '../../../platform/session/unsent-work.ts';
import { createStore } from '../../../platform/store.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { type CaseSaver, useOptionalSaver } from '../model/use-save.ts';
import { fetchBeatFile } from './beat-files.ts';
import { ReadingSession } from './reading-session.ts';
import type { ReadingPorts } from './reading-state.ts';
import { startReadingThread } from './reading-thread.ts';
import { shareSessions } from './shared-sessions.ts';

/** A third of the time after which the edit lock of a closed page expires; pages that follow ask as often. */
const stayMs = 20_000;

/** Resolves after this time, or once the browser reports that it is online again. */
function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = (): void => {
      stop.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
    window.addEventListener('online', end, { signal: stop.signal });
  });
}

/**
 * `never`: follows the reading without writing, although its reader could; another window of theirs keeps the write
 * lock.
 */
export type Writing = 'may' | 'never';

const withoutEditLock = ({ edit_lock, ...read }: CaseReading): CaseReading => ({
  ...read,
  edit_lock: { ...edit_lock, here: false, may_take: false, may_ask: false },
});

type LogPorts = Pick<ReadingPorts, 'read' | 'append' | 'changeLock'>;

type Noting = Pick<CaseSaver, 'note'> | null;

const outlivesPage = (act: 'take' | 'ask' | 'give_back') => ({ keepalive: act === 'give_back' });

/** The inputs of a session that change when another page of the case joins it. */
type ReadingPage = { readonly looks_on: boolean; readonly saver: Noting };

const sessions = shareSessions<ReadingPage>();
const keyOf = ({ case_id, second }: Omit<ReadCase, 'recording'>, writing: Writing): string =>
  [case_id, second ?? '', writing].join('/');

/** Lets the next page of a case read its log from the beginning: it has another one. */
export const dropReading = (case_id: number): void => sessions.drop(keyOf({ case_id }, 'may'));

/** Edits may change the case too; the saver of the page knows that this page did it. */
const firstPorts = (case_id: number, page_id: string, page: () => ReadingPage): LogPorts => ({
  read: (after) => api.call('reading', { case_id, after, page_id }),
  append: async ({ edits, ...batch }) => {
    const answer = await api.call('appendEdits', { case_id, page_id, ...batch, edits: [...edits] });
    const { version } = answer;
    if (version !== undefined) page().saver?.note({ from: version - 1, to: version });
    return answer;
  },
  changeLock: (act) => api.call('changeEditLock', { case_id, page_id, act }, outlivesPage(act)),
});

/** Returns the log of a second reading, which is separate from the case's own. */
const secondPorts = (second_id: number, page_id: string): LogPorts => ({
  read: (after) => api.call('secondReadingLog', { second_id, after, page_id }),
  append: ({ edits, ...batch }) =>
    api.call('appendSecondEdits', { second_id, page_id, ...batch, edits: [...edits] }),
  changeLock: (act) => api.call('changeSecondEditLock', { second_id, page_id, act }, outlivesPage(act)),
});

/** What is read: the recording of a case; `second` is the number of a second reading of it. */
export type ReadCase = Pick<CaseDetail, 'case_id' | 'recording'> & { readonly second?: number | undefined };
type Opened = Omit<ReadCase, 'recording'> & { readonly writing: Writing; readonly cache: QueryClient };

function portsOf({ case_id, second, writing, cache }: Opened, page: () => ReadingPage): ReadingPorts {
  const page_id = crypto.randomUUID();
  const log = second === undefined ? firstPorts(case_id, page_id, page) : secondPorts(second, page_id);
  return {
    ...log,
    read: async (after) => {
      const read = await log.read(after);
      return writing === 'never' ? withoutEditLock(read) : read;
    },
    beats: (version) => fetchBeatFile(cache, { case_id, version }),
    thread: startReadingThread(),
    get looks_on() {
      return page().looks_on;
    },
    now: () => Date.now(),
    wait: waitFor,
  };
}

/** Every row of days but the first begins at a local midnight. */
function figuresOf({ summary }: RecordingAnalysis): FigureOptions | null {
  if (summary === null) return null;
  const { criteria, engine_version, days } = summary;
  return { criteria, engine_version, midnights_s: days.slice(1).map(({ start_s }) => start_s) };
}

export function useReadingSession(
  { case_id, recording, second }: ReadCase,
  looks_on: boolean,
  writing: Writing,
): ReadingSession | null {
  const ready = recording === 'ready';
  const cache = useQueryClient();
  const saver = useOptionalSaver();
  const key = keyOf({ case_id, second }, writing);
  const [held] = useState(() => createStore(ready ? sessions.find(key) : null));
  const session = useStored(held);
  const { data: analysis } = useQuery({
    ...callQuery('analysis', { case_id }),
    enabled: ready,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!ready) return undefined;
    const joined = sessions.join(key, { looks_on, saver }, (page) => {
      return new ReadingSession(portsOf({ case_id, second, writing, cache }, page));
    });
    const timer = setInterval(() => joined.session.stay(), stayMs);
    const leave = sendBeforeLeaving(async () => (await joined.session.settled()) === 0);
    held.set(joined.session);
    return () => {
      clearInterval(timer);
      leave();
      held.set(null);
      joined.leave();
    };
  }, [held, key, case_id, second, ready, looks_on, writing, saver, cache]);
  const version = analysis?.analysis_version ?? null;
  const open = useEffectEvent((opened: ReadingSession) => {
    const figures = analysis === undefined ? null : figuresOf(analysis);
    if (figures !== null) void opened.open(figures, version ?? undefined);
  });
  useEffect(() => {
    if (session !== null && version !== null) open(session);
  }, [session, version]);
  useLiveEvent((event) => {
    const isOurs = (event.type === 'reading' || event.type === 'case') && event.case_id === case_id;
    if (isOurs || event.type === 'resync') void session?.follow();
  });
  useEffect(() => {
    const stop = new AbortController();
    const hold = (event: BeforeUnloadEvent): void => {
      if (session !== null && session.state.get().unsent > 0) event.preventDefault();
    };
    const leave = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) session?.close();
    };
    window.addEventListener('beforeunload', hold, { signal: stop.signal });
    window.addEventListener('pagehide', leave, { signal: stop.signal });
    return () => stop.abort();
  }, [session]);
  return session;
}
