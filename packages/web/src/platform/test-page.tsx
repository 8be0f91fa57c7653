/**
 * Renders a part of the page in a test as a user sees it: in a language, with the theme and an empty query cache. Tests
 * find elements by role and text; the texts are in `texts/<namespace>/<language>.ts`.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { SessionUser } from '@rhythmdesk/contract/people';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, configure, getConfig, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { api } from './client/api.ts';
import { setSessionState } from './session/session-state.ts';
import { selectLanguage, startTexts } from './texts/texts.ts';
import { theme } from './theme/theme.ts';

let bystander: Root | undefined;

/** Runs pending effects: React runs the effects of everything rendered before it renders anything else, in any root. */
function runEffects(): void {
  const root = (bystander ??= createRoot(document.createElement('div')));
  act(() => root.render(<i />));
}

const before = getConfig();
configure({
  // A wait ends with its condition; this limit ends one that never does, before the test's own timeout reports less
  // about it.
  asyncUtilTimeout: 20_000,
  // Content may be on the page before its effects have run. On a busy machine the test would continue in between, and
  // nothing would listen yet to its next change.
  asyncWrapper: async (wait) => {
    const waited: unknown = await before.asyncWrapper(wait);
    runEffects();
    return waited;
  },
});

// Requests that no test answers, and requests made while a test ends, never resolve. The environment's own client would
// connect to the machine, and the refused connection would fail the file.
globalThis.fetch = () => new Promise<Response>(() => undefined);

let started: Promise<void> | undefined;

/** The texts are loaded once for all tests of a process. */
export const textsStarted = (): Promise<void> => (started ??= startTexts());

/** Renders the element; returns the simulated user. */
export async function showIn(language: Language, element: ReactNode): Promise<UserEvent> {
  await textsStarted();
  await selectLanguage(language);
  const answers = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The styles are removed with the test: whether an element is accessible is computed from every rule of the document.
  const styles = createCache({ key: 'rd' });
  render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="light" noSsr>
        <QueryClientProvider client={answers}>
          <Suspense fallback={null}>{element}</Suspense>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
  onTestFinished(() => {
    answers.clear();
    styles.sheet.flush();
  });
  return userEvent.setup();
}

/** Makes a doctor as in a server response, with the fields that a test overrides. */
export function sessionUser(part: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 7,
    user_id: 'doctor',
    name: 'Helen Marsh',
    email: 'helen@hospital.example',
    phone_number: '0312345678',
    user_role: { id: 3, role_key: 'DOCTOR', group_type: 'hospital', level: 2 },
    user_group: { id: 1, name: 'Northgate Heart Centre', type: 'hospital' },
    use_flag: 'Y',
    scope_number: 1,
    must_change_password: false,
    must_enrol: false,
    factor_due_at: null,
    has_passkey: false,
    has_password: true,
    provider: null,
    session_idle_seconds: 1800,
    session_expires_at: '2099-01-01T00:00:00.000Z',
    preferences: { lists: {}, single_letter_keys: true },
    site: {
      version: '1.2.3',
      support_phone: '',
      support_email: '',
      company_address: '',
      languages_offered: ['en'],
    },
    ...part,
  };
}

/** Signs a user in for one test, without the server. */
export function signedInAs(part: Partial<SessionUser> = {}): SessionUser {
  const user = sessionUser(part);
  setSessionState({ kind: 'signed-in', token: 'token', user });
  return user;
}

/** Makes the element at an address, for components that use links or the address. */
export function atAddress(address: string, element: ReactNode): ReactNode {
  const routeTree = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  return <RouterProvider router={router} />;
}

export type ApiCall = { readonly path: string; readonly body: unknown };

/** Answers the page's calls instead of the server; returns the calls made so far. */
export function answerCalls(answer: (call: ApiCall) => Response | Promise<Response>): readonly ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const call = { path: String(input), body };
    calls.push(call);
    return Promise.resolve(answer(call));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return calls;
}

/**
 * Returns the calls made before now. The client is loaded with its first call, so nothing may have been sent yet; one
 * more call is made and awaited, which is sent after all others.
 */
export async function callsBefore(calls: readonly ApiCall[]): Promise<readonly ApiCall[]> {
  const isLast = ({ path }: ApiCall): boolean => path.endsWith('notification/read-all');
  await api.call('markAllRead', {}).catch(() => undefined);
  const last = calls.findIndex(isLast);
  if (last < 0) throw new Error('the last call was not sent');
  return calls.slice(0, last);
}

/** A button that fetches every query again, as after a live event or a lost connection. */
export function RenewAll() {
  const cache = useQueryClient();
  return (
    <button type="button" onClick={() => void cache.invalidateQueries()}>
      renew
    </button>
  );
}
