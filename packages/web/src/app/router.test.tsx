// @vitest-environment happy-dom
import { beginsLikeOwn } from '@rhythmdesk/contract/own-segments';
import { RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { restoreSession } from '../platform/session/sign-in.ts';
import { answerCalls, showIn, signedInAs, textsStarted } from '../platform/test-page.tsx';
import { texts as ja } from '../platform/texts/ja/dialogs.ts';
import { texts as shell } from '../platform/texts/ja/shell.ts';
import { makeRouter } from './router.tsx';

const { code, ...onItsWay } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<{ Page: () => ReactElement }>();
  return { code: promise, resolve };
});
vi.mock('./pages.ts', () => ({
  builtPages: ['/notifications', '/admin/audit'].map((path) => ({ path, load: () => code })),
}));
// It needs `navigator.locks`, which the test environment does not have.
vi.mock('./shell/live-updates.tsx', () => ({ LiveUpdates: () => null }));

test('no path for the product begins like a page', () => {
  const paths = Object.keys(makeRouter().routesByPath);
  expect(paths).toContain('/try-api');
  // The start page, and the route of any other address.
  const named = paths.filter((path) => !/^\/(?:\$|$)/.test(path));
  expect(named.filter((path) => !beginsLikeOwn(path))).toEqual([]);
});

async function openSignedIn(path: string): Promise<void> {
  answerCalls(() => Response.json({ items: [] }));
  await textsStarted();
  await restoreSession();
  signedInAs();
  window.history.replaceState(null, '', path);
  await showIn('ja', <RouterProvider router={makeRouter()} />);
}

test('a page whose code is still on its way is announced as loading', async () => {
  await openSignedIn('/notifications');
  await screen.findByRole('status', { name: ja.loading });
  await act(async () => {
    onItsWay.resolve({ Page: () => <p>the page</p> });
    await code;
  });
  await screen.findByText('the page');
  await waitFor(() => expect(screen.queryByRole('status', { name: ja.loading })).toBeNull());
});

test('a page of another role is not found, with the bar that leads elsewhere', async () => {
  onItsWay.resolve({ Page: () => <p>the page</p> });
  await openSignedIn('/admin/audit');
  await screen.findByRole('heading', { name: shell['not-found.title'] });
  expect(screen.getByRole('banner')).toBeDefined();
  expect(screen.getByRole('main').textContent).toContain(shell['not-found.title']);
  expect(screen.queryByText('the page')).toBeNull();
});
