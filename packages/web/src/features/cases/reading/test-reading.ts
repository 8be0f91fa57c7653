/** Provides a reading without a server, for tests of components: the test sets its state. */
import { ReadingSession } from './reading-session.ts';
import type { ReadingState } from './reading-state.ts';
import type { ReadingQueries } from './reading-thread.ts';

const never = (): Promise<never> => new Promise(() => undefined);

export function testReading(
  state: Partial<ReadingState> = {},
  queries: Partial<ReadingQueries> = {},
): ReadingSession {
  const answers = { members: never, group: never, changes: never, ...queries };
  const session = new ReadingSession({
    ...{
      read: never,
      append: never,
      changeLock: never,
      beats: never,
      wait: never,
      looks_on: false,
      now: () => 0,
    },
    thread: { fold: never, checksum: never, close: () => undefined, ...answers },
  });
  session.state.set({ ...session.state.get(), ...state });
  return session;
}
