/**
 * Shows a piece of the page to a test as a user meets it: in a language, with the theme and an empty store of
 * answers. The test finds things by their role and their words; `texts/<namespace>/<language>.ts` has the words.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { SessionUser } from '@rhythmdesk/contract/people';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
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

/** React runs the effects of all that it has drawn before it draws anything else, in whatever root. */
function runEffects(): void {
  const root = (bystander ??= createRoot(document.createElement('div')));
  act(() => root.render(<i />));
}

const before = getConfig();
configure({
  // A wait ends with what it waits for; this bounds one that never does, before the test’s own bound says less of it.
  asyncUtilTimeout: 20_000,
  // What was waited for is on the page before its effects have run, and on a busy machine the test comes between: what it
  // then changes nobody listens to yet.
  asyncWrapper: async (wait) => {
    const waited: unknown = await before.asyncWrapper(wait);
    runEffects();
    return waited;
  },
});

// What no test answers, and what the page asks while its test ends, goes to nobody. The environment's own client would
// dial the machine, and the refused connection fail the file.
globalThis.fetch = () => new Promise<Response>(() => undefined);

let started: Promise<void> | undefined;

/** The texts are started once for all tests of a process. */
export const textsStarted = (): Promise<void> => (started ??= startTexts());

/** Renders it; gives the user who types and presses. */
export async function showIn(language: Language, element: ReactNode): Promise<UserEvent> {
  await textsStarted();
  await selectLanguage(language);
  const answers = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The styles go with the test: whether an element can be reached is computed from every rule of the document.
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

/** A doctor as the server answers it, with what a test says otherwise. */
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
    site: { support_phone: '', support_email: '', company_address: '', languages_offered: ['en'] },
    ...part,
  };
}

/** Signs somebody in for one test, without the server. */
export function signedInAs(part: Partial<SessionUser> = {}): SessionUser {
  const user = sessionUser(part);
  setSessionState({ kind: 'signed-in', token: 'token', user });
  return user;
}

/** The piece at an address of its own, for what links or looks where it is. */
export function atAddress(address: string, element: ReactNode): ReactNode {
  const routeTree = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  return <RouterProvider router={router} />;
}

export type ApiCall = { readonly path: string; readonly body: unknown };

/** Answers the page's calls in place of the server; gives what was asked so far. */
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
 * The calls before now, of `calls`. The client is loaded with its first call, so that nothing may have been sent yet;
 * one more call is made and waited for, which goes behind all others.
 */
export async function callsBefore(calls: readonly ApiCall[]): Promise<readonly ApiCall[]> {
  const isLast = ({ path }: ApiCall): boolean => path.endsWith('notification/read-all');
  await api.call('markAllRead', {}).catch(() => undefined);
  const last = calls.findIndex(isLast);
  if (last < 0) throw new Error('the last call was not sent');
  return calls.slice(0, last);
}
