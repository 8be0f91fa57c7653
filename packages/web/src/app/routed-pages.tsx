/**
 * Starts the router. It is a chunk of its own: the sign-in page is rendered without it, and the browser fetches it
 * while the user types.
 */
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { onSessionChange, sessionState } from '../platform/session/session-state.ts';
import { makeRouter } from './router.tsx';
import { signInPlace } from './sign-in/sign-in-place.ts';

export type RoutedPages = {
  readonly element: ReactElement;
  readonly goTo: (address: string) => void;
};

type Router = ReturnType<typeof makeRouter>;

/** Navigates when a session begins or ends; the navigation that restores a session continues by itself. */
function followSession(router: Router): void {
  let before = sessionState().kind;
  onSessionChange(() => {
    const kindBefore = before;
    before = sessionState().kind;
    if (before !== kindBefore && kindBefore !== 'restoring') void router.invalidate();
  });
}

/**
 * Joins the sign-in page that is rendered without the router, and removes it when the router has rendered another page.
 */
function joinSignIn(router: Router): void {
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    const isJoining = toLocation.pathname === '/login';
    signInPlace.set(isJoining ? 'beside-router' : 'in-router');
    if (!isJoining) stop();
    else if (sessionState().kind === 'signed-in') void router.invalidate();
  });
}

let started: RoutedPages | undefined;

function start(): RoutedPages {
  const router = makeRouter();
  followSession(router);
  if (signInPlace.get() === 'alone') joinSignIn(router);
  return {
    element: <RouterProvider router={router} />,
    goTo: (address) => void router.navigate({ to: address }),
  };
}

export function startPages(): RoutedPages {
  return (started ??= start());
}
