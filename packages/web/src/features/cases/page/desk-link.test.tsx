// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { signedInAs, textsStarted } from '../../../platform/test-page.tsx';
import { useDeskAhead } from './desk-link.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Shows the page of a case to this role, which is idle at once. Returns whether the desk's code was fetched. */
async function isDeskFetched(role_key: RoleKey, recording: CaseDetail['recording']): Promise<boolean> {
  await textsStarted();
  const idle = vi.fn((work: () => void) => {
    work();
    return 1;
  });
  vi.stubGlobal('requestIdleCallback', idle);
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  signedInAs({ user_role: { id: 1, role_key, group_type: 'tech_center', level: 1 } });
  const fetched = vi.fn(() => Promise.resolve());
  function CasePage() {
    useDeskAhead({ case_id: 7, recording });
    return <p>the case</p>;
  }
  const root = createRootRoute({ component: Outlet });
  const detail = createRoute({ getParentRoute: () => root, path: '/detail/$case_id', component: CasePage });
  const desk = createRoute({
    getParentRoute: () => root,
    path: '/review/$case_id',
    component: Object.assign(() => null, { preload: fetched }),
  });
  const history = createMemoryHistory({ initialEntries: ['/detail/7'] });
  const router = createRouter({ routeTree: root.addChildren([detail, desk]), history });
  const { unmount } = render(<RouterProvider router={router} />);
  await screen.findByText('the case');
  if (idle.mock.calls.length > 0) await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), { interval: 0 });
  unmount();
  return fetched.mock.calls.length > 0;
}

test('the desk is fetched while its user looks at the case', async () => {
  expect(await isDeskFetched('TECHNICIAN', 'ready')).toBe(true);
});

test('it is not fetched for a role without a desk, nor without a recording', async () => {
  expect(await isDeskFetched('DISTRIBUTER', 'ready')).toBe(false);
  expect(await isDeskFetched('TECHNICIAN', 'none')).toBe(false);
});
