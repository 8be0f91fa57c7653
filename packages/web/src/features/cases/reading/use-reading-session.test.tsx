// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { ReadingProvider } from './reading-context.tsx';

const { begun, closed } = vi.hoisted(() => ({ begun: vi.fn<() => void>(), closed: vi.fn<() => void>() }));
vi.mock('./reading-thread.ts', () => ({
  startReadingThread: () => {
    begun();
    return { close: closed };
  },
}));
beforeEach(() => void vi.clearAllMocks());

const detail = { case_id: 7, recording: 'ready' } as const;

/** The pages of a case and of its desk, whose code is fetched when it is opened, and a page without a reading. */
function pages() {
  const root = createRootRoute({ component: Outlet });
  const getParentRoute = () => root;
  const Case = () => (
    <ReadingProvider detail={detail}>
      <Link to="/review">open the desk</Link>
    </ReadingProvider>
  );
  const Desk = () => (
    <ReadingProvider detail={detail} looksOn>
      <Link to="/">leave</Link>
    </ReadingProvider>
  );
  const desk = lazyRouteComponent(() => Promise.resolve({ Desk }), 'Desk');
  const routeTree = root.addChildren([
    createRoute({ getParentRoute, path: '/detail', component: Case }),
    createRoute({ getParentRoute, path: '/review', component: desk }),
    createRoute({ getParentRoute, path: '/', component: () => <p>the list</p> }),
  ]);
  const history = createMemoryHistory({ initialEntries: ['/detail'] });
  return <RouterProvider router={createRouter({ routeTree, history })} />;
}

test.each([false, true])(
  'the desk takes the reading of the page of the case over (strict: %s)',
  async (strict) => {
    signedInAs();
    answerCalls(() => new Promise<Response>(() => undefined));
    const user = await showIn('en', strict ? <StrictMode>{pages()}</StrictMode> : pages());
    await user.click(await screen.findByRole('link', { name: 'open the desk' }));
    await screen.findByRole('link', { name: 'leave' });
    expect([begun.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
    await user.click(screen.getByRole('link', { name: 'leave' }));
    await screen.findByText('the list');
    expect(closed).toHaveBeenCalledOnce();
  },
);
