/**
 * Sets up vitest for tests that render a page. They share a process and its document: after each test the page is
 * unmounted, nobody is signed in, and the browser's storage is empty.
 */
import { cleanup } from '@testing-library/react';
import { type DetachedWindowAPI } from 'happy-dom';
import { afterEach, beforeEach } from 'vitest';
import { setSessionState } from './session/session-state.ts';

declare global {
  /** A simulated browser window whose size can be set. */
  interface Window {
    readonly happyDOM: DetachedWindowAPI;
  }
}

// A canvas waits for the fonts of its document; this environment has none, and no canvas either.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// A pressed link or a download would change the page's address later, in another test.
Object.assign(window.happyDOM.settings.navigation, {
  disableMainFrameNavigation: true,
  disableFallbackToSetURL: true,
});
const { origin } = location;

// Pending requests of the previous test run into nothing before this test installs its server.
beforeEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await new Promise((resolve) => setImmediate(resolve));
});

afterEach(() => {
  cleanup();
  // Clears what belongs to the user with the session: unsent drafts, dialogs, toasts.
  setSessionState({ kind: 'signed-out', reason: undefined });
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  if (location.origin !== origin) throw new Error(`the test left the page for ${location.href}`);
});
