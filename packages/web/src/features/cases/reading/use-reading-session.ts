/** The reading of the case that is on the page, opened on the analysis that stands and followed by live events. */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { CaseReading } from '@rhythmdesk/contract/reading';
import type { FigureOptions } from '@rhythmdesk/ecg/reading/reading-figures';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { createStore } from '../../../platform/store.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { ReadingSession } from './reading-session.ts';
import type { ReadingPorts } from './reading-state.ts';
import { startReadingThread } from './reading-thread.ts';

/** A third of the time after which the pen of a page that is gone falls free. */
const stayMs = 20_000;

/** Settles after so long, or once the browser says that it is on line again. */
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

/** `never`: follows the reading though its reader could write; the pen of another window of theirs stays there. */
export type Writing = 'may' | 'never';

const withoutPen = ({ pen, ...read }: CaseReading): CaseReading => ({
  ...read,
  pen: { ...pen, here: false, may_take: false, may_ask: false },
});

type Opened = { readonly case_id: number; readonly looks_on: boolean; readonly writing: Writing };

function portsOf({ case_id, looks_on, writing }: Opened, page_id: string): ReadingPorts {
  return {
    read: async (after) => {
      const read = await api.call('reading', { case_id, after, page_id });
      return writing === 'never' ? withoutPen(read) : read;
    },
    append: ({ edits, ...batch }) =>
      api.call('appendEdits', { case_id, page_id, ...batch, edits: [...edits] }),
    pen: (act) => api.call('penOfReading', { case_id, page_id, act }),
    beats: async (version) => (await api.download('beats', { case_id, version })).arrayBuffer(),
    thread: startReadingThread(),
    looks_on,
    now: () => Date.now(),
    wait: waitFor,
  };
}

/** The first row of days ends at the first midnight of the recording. */
function figuresOf({ summary }: RecordingAnalysis): FigureOptions | null {
  if (summary === null) return null;
  const { criteria, engine_version, days } = summary;
  return { criteria, engine_version, first_midnight_s: days[0]?.duration_s };
}

export function useReadingSession(
  { case_id, recording }: CaseDetail,
  looks_on: boolean,
  writing: Writing,
): ReadingSession | null {
  const ready = recording === 'ready';
  const [held] = useState(() => createStore<ReadingSession | null>(null));
  const session = useStored(held);
  const { data: analysis } = useQuery({
    ...callQuery('analysis', { case_id }),
    enabled: ready,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!ready) return undefined;
    const opened = new ReadingSession(portsOf({ case_id, looks_on, writing }, crypto.randomUUID()));
    const timer = setInterval(() => opened.stay(), stayMs);
    held.set(opened);
    return () => {
      clearInterval(timer);
      held.set(null);
      opened.close();
    };
  }, [held, case_id, ready, looks_on, writing]);
  const version = analysis?.analysis_version ?? null;
  const open = useEffectEvent((opened: ReadingSession) => {
    const figures = analysis === undefined ? null : figuresOf(analysis);
    if (figures !== null) void opened.open(figures);
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
    window.addEventListener('beforeunload', hold, { signal: stop.signal });
    return () => stop.abort();
  }, [session]);
  return session;
}
