// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/account.ts';
import { texts as ko } from '../../platform/texts/ko/account.ts';
import { Shell } from './shell.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

/** Renders the shell around a page that reports when it is shown. */
function aroundAPage(onShown: () => void) {
  const rootRoute = createRootRoute({ component: Shell });
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: () => {
      onShown();
      return <p>the page</p>;
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  return <RouterProvider router={createRouter({ routeTree: rootRoute.addChildren([page]), history })} />;
}

test.each(languages)('$language: during the required second step nothing is requested', async (one) => {
  let shown = 0;
  signedInAs({ must_enrol: true });
  const calls = answerCalls(() => Response.json({ items: [] }));
  await showIn(
    one.language,
    aroundAPage(() => (shown += 1)),
  );
  await screen.findByRole('dialog', { name: one.words['gate.title'] });
  const isOfGate = ({ path }: { path: string }) => path.includes('user/factors');
  // The client is loaded with the first call, so no request was possible before.
  await waitFor(() => expect(calls.some(isOfGate)).toBe(true));
  expect(shown).toBe(0);
  expect(calls.filter((call) => !isOfGate(call))).toEqual([]);
});
