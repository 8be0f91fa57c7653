/**
 * Hands the reading session of a case from one page to the next, so that the desk does not compute again what the page
 * of the case already shows. A session is closed once no page uses it.
 */
import type { ReadingSession } from './reading-session.ts';

type Shared<Page> = { readonly session: ReadingSession; page: Page; pages: number };

export type Joined = { readonly session: ReadingSession; readonly leave: () => void };

/** `Page`: what the session needs of the page that uses it now. */
export function shareSessions<Page>() {
  const shared = new Map<string, Shared<Page>>();

  /** A refused session sends nothing more; the next page begins a new one. */
  function usable(key: string): Shared<Page> | undefined {
    const one = shared.get(key);
    return one?.session.state.get().sending === 'refused' ? undefined : one;
  }
  function begin(page: Page, start: (page: () => Page) => ReadingSession): Shared<Page> {
    const one: Shared<Page> = { session: start(() => one.page), page, pages: 0 };
    return one;
  }
  return {
    /** Returns the session that another page uses now. */
    find: (key: string): ReadingSession | null => usable(key)?.session ?? null,

    /** A page that joins later begins a new session. */
    drop: (key: string): void => void shared.delete(key),

    /** React runs the effects of both pages in one go: the next page joins right after the one before has left. */
    join(key: string, page: Page, start: (page: () => Page) => ReadingSession): Joined {
      const one = usable(key) ?? begin(page, start);
      shared.set(key, one);
      one.page = page;
      one.pages += 1;
      const closeUnused = (): void => {
        if (one.pages > 0) return;
        if (shared.get(key) === one) shared.delete(key);
        one.session.close();
      };
      const leave = (): void => {
        one.pages -= 1;
        queueMicrotask(closeUnused);
      };
      return { session: one.session, leave };
    },
  };
}
