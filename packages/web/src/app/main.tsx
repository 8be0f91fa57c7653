/**
 * Starts the page: first the language, then sign-in or the pages behind it. Style tags carry the nonce that the server
 * put into the page, since its content security policy allows no other.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { shownPath } from '../platform/address/base-path.ts';
import { preloadClient } from '../platform/client/api.ts';
import { pageNonce } from '../platform/page-nonce.ts';
import { onSessionChange, readStoredUser, sessionState } from '../platform/session/session-state.ts';
import { preloadTextFiles, preloadTexts, startTexts, textOf } from '../platform/texts/texts.ts';
import { firstScheme } from '../platform/theme/first-scheme.ts';
import { schemeStorageKey, theme } from '../platform/theme/theme.ts';
import { DialogHost } from '../ui/dialogs/dialog-host.tsx';
import { dialogs } from '../ui/dialogs/dialogs.ts';
import { chooseOpening, Opening, preloadPages } from './opening.tsx';

const styles = createCache({ key: 'rd', ...(pageNonce === undefined ? {} : { nonce: pageNonce }) });

/** Shows a message when a session has expired, also if it expired before a reload. */
function followSession(): void {
  let before = sessionState().kind;
  onSessionChange(() => {
    const now = sessionState();
    const kindBefore = before;
    before = now.kind;
    if (now.kind === kindBefore || now.kind !== 'signed-out' || now.reason !== 'expired') return;
    void textOf('alert.session-expired').then((message) => dialogs.alert({ message }));
  });
}

function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider
        theme={theme}
        defaultMode={firstScheme(shownPath())}
        modeStorageKey={schemeStorageKey}
        noSsr
      >
        <Suspense fallback={null}>
          <Opening />
          <DialogHost />
        </Suspense>
      </ThemeProvider>
    </CacheProvider>
  );
}

/** Prefetches what the pages behind sign-in need, all at once, if a session continues after a reload. */
function preloadBehindSignIn(): void {
  preloadClient();
  preloadPages();
  preloadTextFiles();
  import('./shell/shell.tsx').catch(() => undefined);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const goesOn = readStoredUser() !== undefined;
  if (goesOn) preloadBehindSignIn();
  await startTexts();
  if (goesOn) preloadTexts();
  followSession();
  await chooseOpening();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Not awaited: modules loaded later import from this file, and would wait for it while it waits for them.
void start();
