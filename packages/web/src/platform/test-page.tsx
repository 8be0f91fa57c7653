/**
 * Shows a piece of the page to a test as a user meets it: in a language, with the theme and an empty store of
 * answers. The test finds things by their role and their words; `texts/<namespace>/<language>.ts` has the words.
 */
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { selectLanguage, startTexts } from './texts/texts.ts';
import { theme } from './theme/theme.ts';

// A wait ends with what it waits for; the test’s own limit bounds one that never does.
configure({ asyncUtilTimeout: 100_000 });

let started: Promise<void> | undefined;

/** Renders it; gives the user who types and presses. */
export async function showIn(language: Language, element: ReactNode): Promise<UserEvent> {
  started ??= startTexts();
  await started;
  await selectLanguage(language);
  const answers = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ThemeProvider theme={theme} defaultMode="light" noSsr>
      <QueryClientProvider client={answers}>
        <Suspense>{element}</Suspense>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  onTestFinished(() => {
    cleanup();
    answers.clear();
  });
  return userEvent.setup();
}

export type Asked = { readonly path: string; readonly body: unknown };

/** Answers the page's calls in place of the server; gives what was asked so far. */
export function answerCalls(answer: (asked: Asked) => Response): readonly Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const call = { path: String(input), body };
    asked.push(call);
    return Promise.resolve(answer(call));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}
