/** Provides the reading of the case page: all components that read or edit it share one session. */
import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../../platform/store.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import type { ReadingSession } from './reading-session.ts';
import { isWritable, type ReadingState } from './reading-state.ts';
import { type ReadCase, useReadingSession, type Writing } from './use-reading-session.ts';

const nothing = createStore<ReadingState | null>(null);
export const ReadingContext = createContext<ReadingSession | null>(null);

/** True on a page whose recording has a reading, also before its session exists. */
const ReadingAwaited = createContext(false);

/**
 * True until the page knows the reading: whether it has an edit, and with edits what it shows. It ends with a fault, and
 * begins only once there is an analysis that can be read.
 */
export function useReadingOpens(): boolean {
  const isAwaited = use(ReadingAwaited);
  return useReadingPart((reading) => {
    if (reading === null) return isAwaited;
    if (reading.shown !== null || reading.fault !== null) return false;
    return reading.edit_lock === null || reading.log.length > 0;
  });
}

/** Leaving waits for edits that are being sent, and asks the user if they cannot be sent now. */
function useAskBeforeLeaving(session: ReadingSession | null): void {
  const { t } = useTranslation('reading');
  const dialogs = useDialogs();
  const isWaiting = useStored<ReadingState | null, boolean>(
    session?.state ?? nothing,
    (state) => state !== null && state.unsent > 0,
  );
  useBlocker({
    disabled: !isWaiting,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (session === null || current.pathname === next.pathname) return false;
      const unsent = await session.settled();
      if (unsent === 0) return false;
      const leaves = await dialogs.confirm({
        title: t('leave.title'),
        message: t('leave.message', { count: unsent }),
        confirmText: t('leave.confirm'),
        destructive: true,
      });
      return !leaves;
    },
  });
}

type ProviderProps = {
  detail: ReadCase;
  /** Shows the reading also to users who cannot write, and before there is an edit. */
  looksOn?: boolean;
  writing?: Writing;
  children: ReactNode;
};

export function ReadingProvider({ detail, looksOn = false, writing = 'may', children }: ProviderProps) {
  const session = useReadingSession(detail, looksOn, writing);
  useAskBeforeLeaving(session);
  return (
    <ReadingAwaited value={detail.recording === 'ready'}>
      <ReadingContext value={session}>{children}</ReadingContext>
    </ReadingAwaited>
  );
}

/** Returns null outside a case page, and if there is no recording to read. */
export const useReadingOfPage = (): ReadingSession | null => use(ReadingContext);

export function useReadingState(): ReadingState | null {
  const session = useReadingOfPage();
  return useStored<ReadingState | null>(session?.state ?? nothing);
}

/**
 * Returns a part of the state, for components that render only if that part changes: a plain value, or an object that
 * stays the same while nothing changes.
 */
export function useReadingPart<Part>(select: (state: ReadingState | null) => Part): Part {
  const session = useReadingOfPage();
  return useStored<ReadingState | null, Part>(session?.state ?? nothing, select);
}

export const mayWrite = (reading: ReadingState | null): boolean =>
  reading !== null && reading.shown !== null && isWritable(reading);
