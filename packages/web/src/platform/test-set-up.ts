/**
 * vitest's set-up of the tests that draw a page. They share a process and its document: after each test the page is
 * taken down, nobody is signed in, and the browser keeps nothing.
 */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { setSessionState } from './session/session-state.ts';

// A canvas waits for the fonts of its document; this one has none, and no canvas to draw on either.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// What the test before had begun to send goes to nobody, before there is a server of this one.
beforeEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await new Promise((resolve) => setImmediate(resolve));
});

afterEach(() => {
  cleanup();
  // What belongs to the user goes with the session: drafts that are not sent yet, dialogs, toasts.
  setSessionState({ kind: 'signed-out', reason: undefined });
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
