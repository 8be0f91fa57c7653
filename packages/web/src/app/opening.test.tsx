// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSessionState } from '../platform/session/session-state.ts';
import { answerCalls, sessionUser, showIn, signedInAs, textsStarted } from '../platform/test-page.tsx';
import { texts as dialogs } from '../platform/texts/en/dialogs.ts';
import { texts as en } from '../platform/texts/en/sign-in.ts';
import { texts as signUp } from '../platform/texts/en/sign-up.ts';
import { chooseOpening, Opening } from './opening.tsx';
import { signInPlace } from './sign-in/sign-in-place.ts';

const chunk = vi.hoisted(() => ({ isLost: false }));
vi.mock('./routed-pages.tsx', async (original) => {
  const real = await original<typeof import('./routed-pages.tsx')>();
  const startPages: typeof real.startPages = () => {
    if (chunk.isLost) throw new TypeError('Failed to fetch dynamically imported module: /assets/pages.js');
    return real.startPages();
  };
  return { startPages };
});

const idField = () => screen.findByLabelText<HTMLInputElement>(en.id);

beforeEach(async () => {
  await textsStarted();
  chunk.isLost = false;
  setSessionState({ kind: 'signed-out', reason: undefined });
  answerCalls(() => Response.json({ items: [] }));
});
afterEach(() => signInPlace.set('in-router'));

function at(address: string): void {
  window.history.replaceState(null, '', address);
}

test('a page’s URL leads to sign-in and back; one that needs no session, or has one, to the router', async () => {
  at('/detail/5?t=3#here');
  await chooseOpening();
  expect(signInPlace.get()).toBe('alone');
  const { pathname, search } = window.location;
  expect(pathname + search).toBe(`/login?back=${encodeURIComponent('/detail/5?t=3#here')}`);
  signInPlace.set('in-router');
  for (const address of ['/sign-up', '/consent/abc', '/no/such/page']) {
    at(address);
    await chooseOpening();
    expect([signInPlace.get(), window.location.pathname]).toEqual(['in-router', address]);
  }
  at('/login');
  const stored = { accessToken: 't', id: 7, userId: 'doctor', group: 'hospital', role: 'DOCTOR' };
  sessionStorage.setItem('user', JSON.stringify({ ...stored, phone_number: '', user_group: 1 }));
  await chooseOpening();
  expect(signInPlace.get()).toBe('in-router');
});

test('pages that fail to load leave sign-in unchanged, until a user has signed in', async () => {
  chunk.isLost = true;
  at('/login');
  signInPlace.set('alone');
  const user = await showIn('en', <Opening />);
  await user.type(await idField(), 'doctor');
  expect(screen.queryByRole('button', { name: dialogs.reload })).toBeNull();
  signedInAs(sessionUser());
  expect(await screen.findByRole('button', { name: dialogs.reload })).toBeDefined();
});

test('the router joins sign-in without changing typed text, and replaces it with the next page', async () => {
  at('/login');
  signInPlace.set('alone');
  const user = await showIn('en', <Opening />);
  const field = await idField();
  await user.type(field, 'doc');
  await waitFor(() => expect(signInPlace.get()).toBe('beside-router'));
  await user.type(field, 'tor');
  expect(await idField()).toBe(field);
  expect(field.value).toBe('doctor');
  await user.click(screen.getByRole('link', { name: en.forgot }));
  await screen.findByRole('heading', { name: signUp['find.title'] });
  expect([window.location.pathname, signInPlace.get()]).toEqual(['/find-password', 'in-router']);
  expect(screen.queryByLabelText(en.password)).toBeNull();
});
