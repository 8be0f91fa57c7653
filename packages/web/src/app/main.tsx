/**
 * Starts the page: the language first, then the application. Style tags carry the nonce that the server put
 * into the page, since its content policy allows no other.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { pageNonce } from '../platform/page-nonce.ts';
import { onSessionChange, sessionState } from '../platform/session/session-state.ts';
import { startTexts, textOf } from '../platform/texts/texts.ts';
import { schemeStorageKey, theme } from '../platform/theme/theme.ts';
import { DialogHost } from '../ui/dialogs/dialog-host.tsx';
import { dialogs } from '../ui/dialogs/dialogs.ts';
import { makeRouter } from './router.tsx';

const styles = createCache({ key: 'rd', ...(pageNonce === undefined ? {} : { nonce: pageNonce }) });
const router = makeRouter();

/** A session that begins or ends moves the page on; one that ran out says so. */
function followSession(): void {
  let before = sessionState().kind;
  onSessionChange(() => {
    const now = sessionState();
    const kindBefore = before;
    before = now.kind;
    if (now.kind === kindBefore) return;
    // Also of one that ran out before a reload.
    if (now.kind === 'signed-out' && now.reason === 'expired') {
      void textOf('alert.session-expired').then((message) => dialogs.alert({ message }));
    }
    // The navigation that restores a session goes on by itself.
    if (kindBefore !== 'restoring') void router.invalidate();
  });
}

function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="light" modeStorageKey={schemeStorageKey} noSsr>
        <Suspense>
          <RouterProvider router={router} />
          <DialogHost />
        </Suspense>
      </ThemeProvider>
    </CacheProvider>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  await startTexts();
  followSession();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Not awaited: pages loaded later import from this file, and would wait for it while it waits for them.
void start();
