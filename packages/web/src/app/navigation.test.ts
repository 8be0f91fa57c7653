import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { expect, test } from 'vitest';
import {
  afterSignIn,
  aliases,
  isFullScreen,
  navigationTo,
  pageAt,
  pageOf,
  returnTarget,
  signInSearch,
} from './navigation.ts';

const go = (to: string) => ({ kind: 'go', to });

test('a user without a session is sent to the sign-in from every page except the open ones', () => {
  for (const page of ['/', '/admin', '/upload', '/detail/$case_id'])
    expect(navigationTo(page, null)).toEqual(go('/login'));
  expect(navigationTo('/login', null)).toEqual({ kind: 'show' });
  for (const page of ['/notFound', '/sign-up', '/find-password'])
    expect(navigationTo(page, null)).toEqual({ kind: 'show' });
});

test('each role opens the first page of the specification', () => {
  const landing = Object.fromEntries(roleKeys.map((role) => [role, navigationTo('/login', role)]));
  expect(landing).toEqual({
    LOGISTICS: go('/upload'),
    DOCTOR: go('/institution/list'),
    TECHNICIAN: go('/'),
    CHIEF: go('/'),
    MANAGER: go('/admin'),
    CENTER: go('/admin'),
    DISTRIBUTER: go('/admin'),
    ADMIN: go('/admin'),
  });
});

test('the sign-up is only for users without a session, finding a password for everybody', () => {
  expect(navigationTo('/sign-up', 'MANAGER')).toEqual(go('/admin'));
  expect(navigationTo('/find-password', 'ADMIN')).toEqual({ kind: 'show' });
});

test('redirects on / and /upload', () => {
  expect(navigationTo('/', 'LOGISTICS')).toEqual(go('/upload'));
  expect(navigationTo('/', 'DISTRIBUTER')).toEqual(go('/admin'));
  expect(navigationTo('/', 'DOCTOR')).toEqual(go('/institution/list'));
  expect(navigationTo('/upload', 'DISTRIBUTER')).toEqual(go('/admin'));
  expect(navigationTo('/', 'TECHNICIAN')).toEqual({ kind: 'show' });
});

test('no first page redirects', () => {
  for (const role of roleKeys) {
    const landed = navigationTo('/login', role);
    if (landed.kind !== 'go') throw new Error('a signed-in user never stays on login');
    expect(navigationTo(landed.to, role)).toEqual({ kind: 'show' });
  }
});

test('a page that a role does not use is not found', () => {
  expect(navigationTo('/admin/user', 'TECHNICIAN')).toEqual({ kind: 'not-found' });
  expect(navigationTo('/admin/invoice', 'CENTER')).toEqual({ kind: 'not-found' });
  expect(navigationTo('/upload', 'CHIEF')).toEqual({ kind: 'not-found' });
  expect(navigationTo('/nowhere', 'ADMIN')).toEqual({ kind: 'not-found' });
});

test('parameters are read as in the table of pages', () => {
  expect(pageOf('/detail/$case_id')).toBe('/detail/{case_id}');
  expect(pageOf('/detail')).toBeUndefined();
  for (const target of Object.values(aliases)) expect(pageOf(target)).toBe(target);
});

test('a URL with a parameter belongs to its page', () => {
  expect(pageAt('/detail/5')).toBe('/detail/{case_id}');
  expect(pageAt('/review/5')).toBe('/review/{case_id}');
  expect(pageAt('/agreement/5')).toBe('/agreement/{case_id}');
  expect(pageAt('/detail/')).toBeUndefined();
  expect(pageAt('/detail/5/more')).toBeUndefined();
  expect(pageAt('/admin')).toBe('/admin');
});

test('only the reading desk has the full screen', () => {
  expect(isFullScreen('/review/5')).toBe(true);
  for (const path of ['/detail/5', '/review', '/', '/admin']) expect(isFullScreen(path)).toBe(false);
});

test('after sign-in the requested page opens, if the role has it', () => {
  expect(returnTarget('/detail/5?t=3')).toBe('/detail/5?t=3');
  expect(returnTarget('/')).toBeUndefined();
  expect(returnTarget('//elsewhere.example')).toBeUndefined();
  expect(returnTarget('https://elsewhere.example/detail/5')).toBeUndefined();
  expect(afterSignIn('DOCTOR', '/detail/5?t=3')).toBe('/detail/5?t=3');
  expect(afterSignIn('TECHNICIAN', '/admin')).toBeUndefined();
  expect(afterSignIn('ADMIN', '//elsewhere.example')).toBeUndefined();
  expect(afterSignIn('ADMIN', undefined)).toBeUndefined();
});

test('sign-in leads back to the page of an expired session, and to any page after a sign-out', () => {
  expect(signInSearch('/detail/5?t=3', undefined)).toEqual({ back: '/detail/5?t=3' });
  expect(signInSearch('/detail/5?t=3', 'expired')).toEqual({ back: '/detail/5?t=3' });
  for (const reason of ['left', 'deleted'] as const) expect(signInSearch('/detail/5', reason)).toEqual({});
  expect(signInSearch('/', undefined)).toEqual({});
});

test('the other names of the institutions lead to their page', () => {
  expect(aliases['/admin/facility']).toBe('/admin/institution/list');
  expect(aliases['/facility']).toBe('/admin/institution/list');
});
